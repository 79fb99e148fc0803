import { dayIn } from "../../../../contract/formats/time-zones.ts";
import { builder } from "../../../platform/graphql/builder.ts";
import { LegalPageKindEnum as Kind } from "../refs.ts";
import {
  editedLegalPage,
  legalPage,
  legalVersions,
  publishLegalPage,
  translateLegalPage,
  withdrawLegalPage,
} from "./pages.ts";
import type { LegalPage } from "./pages.ts";
import type { LegalVersion } from "./store.ts";
import { legalTemplate } from "./templates/index.ts";

const Version = builder.objectRef<LegalVersion>("LegalVersion").implement({
  description: "A version of a legal page. Of those that have begun, the last one is in force.",
  fields: (t) => ({
    kind: t.expose("kind", { type: Kind }),
    version: t.exposeInt("version"),
    validFrom: t.exposeString("validFrom", {
      description: "The first day, in the studio's time zone: YYYY-MM-DD.",
    }),
    publishedAt: t.expose("publishedAt", { type: "DateTime" }),
    announcedAt: t.expose("announcedAt", {
      type: "DateTime",
      nullable: true,
      description: "When members were first told of it by email. Since then it can't be taken back.",
    }),
    locale: t.exposeString("locale", { description: "Language of the original." }),
    translations: t.exposeStringList("translations", { description: "Further languages of this version." }),
  }),
});
const Page = builder.objectRef<LegalPage>("LegalPage").implement({
  fields: (t) => ({
    kind: t.expose("kind", { type: Kind }),
    version: t.exposeInt("version"),
    validFrom: t.exposeString("validFrom"),
    isToCome: t.boolean({
      description: "Whether its first day is still to come: members were told of it beforehand.",
      resolve: ({ validFrom }, _args, ctx) => validFrom > dayIn(ctx.clock.now(), ctx.studio.timeZone),
    }),
    locale: t.exposeString("shownLocale", { description: "Language of the text." }),
    text: t.exposeString("text", {
      description: "Markdown, in the reader's language if there is such a text, else in the studio's.",
    }),
  }),
});

builder.queryFields((t) => ({
  legalPage: t.field({
    type: Page,
    nullable: true,
    description:
      "The version in force, or the given one: an earlier one, or one that members were told of. Null while nothing is published.",
    args: { kind: t.arg({ type: Kind, required: true }), version: t.arg.int() },
    resolve: (_root, { kind, version }, ctx) => legalPage(ctx, kind, version ?? null),
  }),
  legalVersions: t.field({
    type: [Version],
    description: "For admins: all versions, by page and number.",
    resolve: (_root, _args, ctx) => legalVersions(ctx),
  }),
  editedLegalPage: t.field({
    type: Page,
    nullable: true,
    description: "For admins: any version.",
    args: { kind: t.arg({ type: Kind, required: true }), version: t.arg.int({ required: true }) },
    resolve: (_root, { kind, version }, ctx) => editedLegalPage(ctx, kind, version),
  }),
  legalTemplate: t.string({
    description:
      "For admins: Markdown to begin with, filled by the seller and by what is switched on. Double brackets mark what to fill in.",
    args: {
      kind: t.arg({ type: Kind, required: true }),
      locale: t.arg.string({ description: "The studio's language if null." }),
    },
    resolve: (_root, { kind, locale }, ctx) => legalTemplate(ctx, kind, locale ?? null),
  }),
}));
builder.mutationFields((t) => ({
  publishLegalPage: t.field({
    type: [Version],
    description:
      "For admins: a new version from a day on. CHANGED_MEANWHILE unless `after` is the newest version. CONFIRMATION_NEEDED unless the session was confirmed within 15 minutes.",
    args: {
      kind: t.arg({ type: Kind, required: true }),
      after: t.arg.int({ required: true, description: "The newest version; 0 without any." }),
      text: t.arg.string({ required: true }),
      validFrom: t.arg.string({ required: true, description: "YYYY-MM-DD, today or later." }),
    },
    resolve: (_root, args, ctx) => publishLegalPage(ctx, args),
  }),
  translateLegalPage: t.field({
    type: [Version],
    description:
      "For admins: a version in a further language. CHANGED_MEANWHILE if it has one or was taken back. CONFIRMATION_NEEDED unless the session was confirmed within 15 minutes.",
    args: {
      kind: t.arg({ type: Kind, required: true }),
      version: t.arg.int({ required: true }),
      locale: t.arg.string({ required: true }),
      text: t.arg.string({ required: true }),
    },
    resolve: (_root, args, ctx) => translateLegalPage(ctx, args),
  }),
  withdrawLegalPage: t.field({
    type: [Version],
    description: "For admins: takes back a version that isn't in force yet.",
    args: { kind: t.arg({ type: Kind, required: true }), version: t.arg.int({ required: true }) },
    resolve: (_root, args, ctx) => withdrawLegalPage(ctx, args),
  }),
}));
