import { builder } from "../../../platform/graphql/builder.ts";
import { LegalPageKindEnum } from "../../site/refs.ts";
import { legalNotices, noticeAudiences, sendLegalNotice } from "./notices.ts";
import type { LegalNotice } from "./notices.ts";

const Audience = builder.enumType("LegalNoticeAudience", {
  description: "Everyone with an account, or those with a subscription that isn’t over.",
  values: noticeAudiences,
});
const Notice = builder.objectRef<LegalNotice>("LegalNotice").implement({
  description: "An email about a version of a legal page, as sent or to be sent to an audience.",
  fields: (t) => ({
    audience: t.expose("audience", { type: Audience }),
    people: t.exposeInt("people", {
      description: "People who would get it now: those with an email who weren’t told of this version.",
    }),
    isCapped: t.exposeBoolean("isCapped", { description: "Whether there are more than were counted." }),
    startedAt: t.field({
      type: "DateTime",
      nullable: true,
      description: "Null if it wasn’t sent.",
      resolve: ({ sent }) => sent?.startedAt ?? null,
    }),
    sentAt: t.field({
      type: "DateTime",
      nullable: true,
      description: "Null while it is being sent.",
      resolve: ({ sent }) => sent?.sentAt ?? null,
    }),
    notified: t.int({
      description: "People who got it.",
      resolve: ({ sent }) => sent?.notified ?? 0,
    }),
  }),
});

builder.queryFields((t) => ({
  legalNotices: t.field({
    type: [Notice],
    description: "For admins: one for each audience.",
    args: {
      kind: t.arg({ type: LegalPageKindEnum, required: true }),
      version: t.arg.int({ required: true }),
    },
    resolve: (_root, of, ctx) => legalNotices(ctx, of),
  }),
}));
builder.mutationFields((t) => ({
  sendLegalNotice: t.field({
    type: [Notice],
    description:
      "For admins: emails an audience that a version holds from its day on. Each person gets one email about a version, also by several notices. BAD_INPUT for a version that another one replaced. CONFIRMATION_NEEDED unless the session was confirmed within 15 minutes.",
    args: {
      kind: t.arg({ type: LegalPageKindEnum, required: true }),
      version: t.arg.int({ required: true }),
      audience: t.arg({ type: Audience, required: true }),
    },
    resolve: (_root, notice, ctx) => sendLegalNotice(ctx, notice),
  }),
}));
