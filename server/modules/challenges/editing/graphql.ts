import { builder } from "../../../platform/graphql/builder.ts";
import { Pagination } from "../../../platform/graphql/paging.ts";
import { StudioClass } from "../../catalog/refs.ts";
import {
  changeChallenge,
  createChallenge,
  deleteChallenge,
  ownHeader,
  requiredOf,
  phaseNow,
  studioChallenge,
  studioChallenges,
} from "./editing.ts";
import type { EditedChallenge, EditedChallenges } from "./editing.ts";
import { phases } from "../attributes.ts";
import { triggerTypes } from "../progress.ts";

const ChallengeTrigger = builder.enumType("ChallengeTrigger", { values: triggerTypes });
const ChallengePhase = builder.enumType("ChallengePhase", { values: phases });

const StudioChallengeBadge = builder
  .objectRef<EditedChallenge["badges"][number]>("StudioChallengeBadge")
  .implement({
    fields: (t) => ({
      name: t.exposeString("name"),
      description: t.exposeString("description"),
      amountToEarn: t.exposeInt("amountToEarn"),
    }),
  });
const StudioChallenge = builder.objectRef<EditedChallenge>("StudioChallenge").implement({
  description: "A challenge as the studio's editors see it.",
  fields: (t) => {
    const header = (name: Parameters<typeof ownHeader>[1]) =>
      t.string({
        nullable: true,
        description: "Null where it is worked out from what counts.",
        resolve: (found) => ownHeader(found, name),
      });
    return {
      id: t.exposeID("id"),
      slug: t.exposeString("slug"),
      title: t.exposeString("title"),
      description: t.exposeString("description"),
      triggerType: t.expose("triggerType", { type: ChallengeTrigger }),
      requiredClassIds: t.idList({ resolve: ({ requiredClassIds }) => [...requiredClassIds] }),
      requiredClasses: t.field({
        type: [StudioClass],
        description: "Those of them that are in the library.",
        resolve: (found, _args, ctx) => requiredOf(ctx, found),
      }),
      startTime: t.expose("startsAt", { type: "DateTime" }),
      endTime: t.expose("endsAt", { type: "DateTime" }),
      phase: t.field({
        type: ChallengePhase,
        resolve: (found, _args, ctx) => phaseNow(ctx, found),
      }),
      goalHeader: header("goalHeader"),
      subtitleHeader: header("subtitleHeader"),
      earnedByHeader: header("earnedByHeader"),
      badges: t.field({ type: [StudioChallengeBadge], resolve: ({ badges }) => [...badges] }),
      participantsCount: t.exposeInt("participants"),
      revision: t.exposeInt("revision", { description: "Advances with each change." }),
    };
  },
});
const StudioChallengePage = builder.objectRef<EditedChallenges>("StudioChallengePage").implement({
  fields: (t) => ({
    items: t.field({ type: [StudioChallenge], resolve: ({ items }) => [...items] }),
    nextCursor: t.exposeString("nextCursor", { nullable: true }),
  }),
});

const ChallengeBadgeInput = builder.inputType("ChallengeBadgeInput", {
  fields: (t) => ({
    name: t.string({ required: true }),
    description: t.string({ required: true }),
    amountToEarn: t.int({ required: true, description: "More than of the one before it." }),
  }),
});
const ChallengeInput = builder.inputType("ChallengeInput", {
  fields: (t) => ({
    title: t.string({ required: true }),
    description: t.string({ required: true }),
    triggerType: t.field({ type: ChallengeTrigger, required: true }),
    requiredClassIds: t.idList({ required: true, description: "For `required_classes_completed`." }),
    startTime: t.field({
      type: "DateTime",
      required: true,
      description: "Today or later; one that begins today begins at once.",
    }),
    endTime: t.field({ type: "DateTime", required: true }),
    goalHeader: t.string({ description: "Left out, it is worked out from what counts." }),
    subtitleHeader: t.string(),
    earnedByHeader: t.string(),
    badges: t.field({ type: [ChallengeBadgeInput], required: true, description: "One to five." }),
  }),
});

builder.queryFields((t) => ({
  studioChallenges: t.field({
    type: StudioChallengePage,
    description: "All challenges, for the studio's editors; the last to begin first.",
    args: { pagination: t.arg({ type: Pagination }) },
    resolve: (_root, { pagination }, ctx) => studioChallenges(ctx, pagination),
  }),
  studioChallenge: t.field({
    type: StudioChallenge,
    description: "For the studio's editors.",
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, ctx) => studioChallenge(ctx, id),
  }),
}));
builder.mutationFields((t) => ({
  createChallenge: t.field({
    type: StudioChallenge,
    description: "Announces a challenge. For the studio's editors, as all that follows it.",
    args: {
      input: t.arg({ type: ChallengeInput, required: true }),
      idempotencyKey: t.arg.string({ required: true }),
    },
    resolve: (_root, { input, idempotencyKey }, ctx) => createChallenge(ctx, input, idempotencyKey),
  }),
  changeChallenge: t.field({
    type: StudioChallenge,
    description: "Until it begins everything changes, then words, and a later end while it runs.",
    args: {
      id: t.arg.id({ required: true }),
      input: t.arg({ type: ChallengeInput, required: true }),
      revision: t.arg.int({ required: true, description: "What the editor has seen." }),
    },
    resolve: (_root, { id, input, revision }, ctx) => changeChallenge(ctx, id, input, revision),
  }),
  deleteChallenge: t.boolean({
    description: "Calls off a challenge that hasn't begun.",
    args: { id: t.arg.id({ required: true }) },
    resolve: async (_root, { id }, ctx) => {
      await deleteChallenge(ctx, id);
      return true;
    },
  }),
}));
