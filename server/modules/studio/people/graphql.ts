import { builder } from "../../../platform/graphql/builder.ts";
import { Pagination } from "../../../platform/graphql/paging.ts";
import { Subscription } from "../../billing/refs.ts";
import { payerStages, primaryOf } from "../../billing/index.ts";
import { photoUrl } from "../../identity/index.ts";
import { dancedFilters } from "./filter.ts";
import { peoplePage, practiceLoader, readPerson } from "./people.ts";
import type { PeoplePage, PracticeOfAccount } from "./people.ts";
import type { ListedPerson } from "./store.ts";

const Practice = builder.objectRef<PracticeOfAccount>("StudioPersonPractice").implement({
  description: "What all profiles of an account danced.",
  fields: (t) => ({
    lastDancedAt: t.expose("lastDancedAt", { type: "DateTime" }),
    started: t.exposeInt("started"),
    completed: t.exposeInt("completed"),
  }),
});

export const StudioPerson = builder.objectRef<ListedPerson>("StudioPerson").implement({
  description: "An account, as staff see it.",
  fields: (t) => ({
    id: t.exposeID("id"),
    name: t.exposeString("name", { description: "Empty for guests." }),
    username: t.exposeString("username", { nullable: true }),
    photoURL: t.string({ nullable: true, resolve: ({ image }, _args, ctx) => photoUrl(ctx, image) }),
    email: t.exposeString("email", { nullable: true }),
    isEmailVerified: t.exposeBoolean("isEmailVerified"),
    isGuest: t.exposeBoolean("isAnonymous", { description: "Bought without an account." }),
    joinedAt: t.expose("joinedAt", { type: "DateTime" }),
    subscription: t.field({
      type: Subscription,
      nullable: true,
      description: "The live one, else the newest.",
      resolve: ({ id }, _args, ctx) => primaryOf(ctx, id),
    }),
    practice: t.field({
      type: Practice,
      nullable: true,
      description: "Null for people who never danced.",
      resolve: ({ id }, _args, ctx) => practiceLoader(ctx).load(id),
    }),
  }),
});

const Stage = builder.enumType("StudioPersonStage", { values: payerStages });
const Danced = builder.enumType("StudioPersonDanced", { values: dancedFilters });
const Filter = builder.inputType("StudioPeopleFilter", {
  description: "All of them combine.",
  fields: (t) => ({
    search: t.string({
      description:
        "Beginnings of names, usernames and emails; an invoice number; the last four digits of a card.",
    }),
    stage: t.field({ type: Stage }),
    planId: t.id(),
    countryCode: t.string(),
    joinedFrom: t.string({ description: "YYYY-MM-DD in UTC." }),
    joinedUntil: t.string({ description: "The last day, inclusive." }),
    danced: t.field({ type: Danced }),
  }),
});
const Page = builder.objectRef<PeoplePage>("StudioPeople").implement({
  fields: (t) => ({
    items: t.field({ type: [StudioPerson], resolve: ({ items }) => [...items] }),
    nextCursor: t.exposeString("nextCursor", { nullable: true }),
  }),
});

builder.queryField("studioPeople", (t) =>
  t.field({
    type: Page,
    description: "For admins: accounts, newest first. Guests are found by what they bought.",
    args: { filter: t.arg({ type: Filter }), pagination: t.arg({ type: Pagination }) },
    resolve: (_root, { filter, pagination }, ctx) =>
      peoplePage(
        ctx,
        {
          search: filter?.search ?? null,
          stage: filter?.stage ?? null,
          planId: filter?.planId ?? null,
          countryCode: filter?.countryCode ?? null,
          joinedFrom: filter?.joinedFrom ?? null,
          joinedUntil: filter?.joinedUntil ?? null,
          danced: filter?.danced ?? null,
        },
        { first: pagination?.first ?? null, after: pagination?.after ?? null },
      ),
  }),
);
builder.queryField("studioPerson", (t) =>
  t.field({
    type: StudioPerson,
    description: "For admins: an account by its id.",
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, ctx) => readPerson(ctx, id),
  }),
);
