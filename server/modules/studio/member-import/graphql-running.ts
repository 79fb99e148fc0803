import { builder } from "../../../platform/graphql/builder.ts";
import { Pagination } from "../../../platform/graphql/paging.ts";
import { PeriodUnitEnum } from "../../billing/refs.ts";
import type { GivablePlan } from "../../billing/index.ts";
import { listedPrices, listedTakeovers } from "./running.ts";
import type { ListedPriceChoice, ListedTakeover } from "./running.ts";
import type { MemberImportRow } from "./store.ts";

export const GivablePlanType = builder.objectRef<GivablePlan>("GivablePlan").implement({
  description: "A plan that can be given to imported members.",
  fields: (t) => ({
    id: t.exposeID("id"),
    name: t.exposeString("name"),
    period: t.exposeInt("period"),
    periodUnit: t.expose("periodUnit", { type: PeriodUnitEnum }),
  }),
});
const PriceType = builder.objectRef<ListedPriceChoice>("MemberImportPrice").implement({
  description: "A price of running subscriptions that a list names.",
  fields: (t) => ({
    value: t.string({ description: "Its id at the provider.", resolve: ({ price }) => price.priceRef }),
    name: t.string({ nullable: true, resolve: ({ price }) => price.priceName }),
    amount: t.int({
      description: "Minor units, before discounts.",
      resolve: ({ price }) => price.priceAmount,
    }),
    currencyCode: t.string({ resolve: ({ price }) => price.currencyCode }),
    period: t.int({ resolve: ({ price }) => price.period }),
    periodUnit: t.field({ type: PeriodUnitEnum, resolve: ({ price }) => price.periodUnit }),
    rows: t.exposeInt("rows"),
    plans: t.field({
      type: [GivablePlanType],
      description: "Those that can go on with it: of the same interval, and sold in its currency.",
      resolve: ({ plans }) => [...plans],
    }),
    planId: t.exposeID("planId", { nullable: true, description: "Plan that goes on with it; null: none." }),
    isChosen: t.exposeBoolean("isChosen", { description: "Whether an admin has said it." }),
  }),
});
const TakeoverType = builder.objectRef<ListedTakeover>("MemberImportTakeover").implement({
  description: "A row whose running subscription will be taken over.",
  fields: (t) => ({
    line: t.exposeInt("line"),
    email: t.exposeString("email", { nullable: true }),
    planId: t.exposeID("planId"),
    cardBrand: t.exposeString("brand", { nullable: true }),
    cardLast4: t.exposeString("last4", { nullable: true }),
    amount: t.exposeInt("amount", { description: "What is paid for a term, tax included, in minor units." }),
    currencyCode: t.exposeString("currencyCode"),
    renews: t.exposeBoolean("renews", { description: "Whether it is charged at the end of the term." }),
    isTrial: t.exposeBoolean("isTrial"),
    termEndsAt: t.field({ type: "DateTime", resolve: ({ termEndsAt }) => new Date(termEndsAt) }),
  }),
});
const TakeoverPage = builder
  .objectRef<{ items: readonly ListedTakeover[]; nextCursor: string | null }>("MemberImportTakeoverPage")
  .implement({
    fields: (t) => ({
      items: t.field({ type: [TakeoverType], resolve: ({ items }) => [...items] }),
      nextCursor: t.exposeString("nextCursor", { nullable: true }),
    }),
  });

/** A list that names customers or subscriptions. */
export interface NamedSubscriptions {
  readonly found: MemberImportRow;
  /** Null: this site has no payment provider that could have one. */
  readonly providerName: string | null;
}
export const MemberImportSubscriptions = builder
  .objectRef<NamedSubscriptions>("MemberImportSubscriptions")
  .implement({
    description: "Running subscriptions at the payment provider that a list names.",
    fields: (t) => ({
      providerName: t.exposeString("providerName", {
        nullable: true,
        description: "Null: no payment provider is set up whose subscriptions can be taken over.",
      }),
      prices: t.field({
        type: [PriceType],
        description: "The most frequent first; none once the import was started.",
        resolve: ({ found }, _args, ctx) => listedPrices(ctx, found),
      }),
      takeovers: t.field({
        type: TakeoverPage,
        description: "By line; none once they are handled.",
        args: { pagination: t.arg({ type: Pagination }) },
        resolve: ({ found }, { pagination }, ctx) => listedTakeovers(ctx, found, pagination),
      }),
    }),
  });
