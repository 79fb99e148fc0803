import { builder } from "../../../platform/graphql/builder.ts";
import { announcePriceChange, previewPriceChange, undoPriceChange } from "../price-changes/changes.ts";
import type { ChangePreview, StudioPriceChange } from "../price-changes/changes.ts";
import { correctPrice, priceLocks, takePriceBack } from "../price-changes/taking-back.ts";
import { isForever } from "../rules/passes.ts";
import { AccessTypeEnum, PeriodUnitEnum, PlanOpens, PlanPriceInput, Rate, RateSourceEnum } from "../refs.ts";
import { moveCountry } from "./countries.ts";
import { addCurrency, createPlan, editPlan, setPrice } from "./editing.ts";
import { priceGrid } from "./grid.ts";
import type { PriceGrid, ShownVersion, StudioCurrency, StudioPlan, StudioPrice } from "./grid.ts";
import { proposePrices } from "./proposals.ts";
import type { PriceProposals } from "./proposals.ts";
import type { PriceVersionRow } from "./store-editing.ts";

const confirmed = "CONFIRMATION_NEEDED unless the session was confirmed within 15 minutes.";

const PriceLockEnum = builder.enumType("PriceLock", {
  description:
    "`begun`: before today. `bought`: someone chose it. `announced`: running members are told of it, or were. `only`: its plan has no earlier price in its currency, so the sale would stop.",
  values: priceLocks,
});
const PriceVersion = builder.objectRef<ShownVersion>("PriceVersion").implement({
  description: "A price from a day on. Minor units. It never changes once someone bought it.",
  fields: (t) => ({
    id: t.exposeID("id"),
    amount: t.exposeInt("amount"),
    validFrom: t.exposeString("validFrom", { description: "YYYY-MM-DD, in UTC." }),
    net: t.exposeInt("net", { description: "Without the tax of the price's country." }),
    gross: t.exposeInt("gross", { description: "With the tax of the price's country." }),
    correctionLock: t.field({
      type: PriceLockEnum,
      nullable: true,
      description: "Why its amount can't be corrected.",
      resolve: ({ locks }) => locks.correction,
    }),
    takeBackLock: t.field({
      type: PriceLockEnum,
      nullable: true,
      description: "Why it can't be taken back.",
      resolve: ({ locks }) => locks.takingBack,
    }),
  }),
});
const NewPriceVersion = builder.objectRef<PriceVersionRow>("NewPriceVersion").implement({
  fields: (t) => ({
    id: t.exposeID("id"),
    amount: t.exposeInt("amount"),
    validFrom: t.exposeString("validFrom"),
  }),
});
const PriceMembers = builder.objectRef<StudioPrice["members"][number]>("PriceMembers").implement({
  fields: (t) => ({ amount: t.exposeInt("amount"), count: t.exposeInt("count") }),
});
const StudioPriceType = builder.objectRef<StudioPrice>("StudioPrice").implement({
  description: "A price of a plan in a currency, or in one country of it.",
  fields: (t) => ({
    currencyCode: t.exposeString("currencyCode"),
    countryCode: t.exposeString("countryCode", {
      description: "Empty: all countries of the currency without a price of their own.",
    }),
    current: t.field({ type: PriceVersion, nullable: true, resolve: ({ current }) => current }),
    upcoming: t.field({ type: [PriceVersion], resolve: ({ upcoming }) => [...upcoming] }),
    versions: t.field({ type: [PriceVersion], resolve: ({ versions }) => [...versions] }),
    members: t.field({
      type: [PriceMembers],
      description: "Running members by the price that they keep.",
      resolve: ({ members }) => [...members],
    }),
  }),
});
const StudioPlanType = builder.objectRef<StudioPlan>("StudioPlan").implement({
  fields: (t) => ({
    id: t.exposeID("id"),
    name: t.exposeString("name"),
    accessType: t.expose("accessType", { type: AccessTypeEnum }),
    period: t.exposeInt("period"),
    periodUnit: t.expose("periodUnit", { type: PeriodUnitEnum }),
    trialDays: t.int({
      nullable: true,
      resolve: ({ trialPeriod, trialPeriodUnit }) =>
        trialPeriod && trialPeriod * (trialPeriodUnit === "week" ? 7 : 1),
    }),
    seats: t.exposeInt("seats"),
    isBestValue: t.exposeBoolean("isBestValue"),
    isOffered: t.exposeBoolean("isOffered"),
    renews: t.exposeBoolean("renews", { description: "False for a pass of `period` days." }),
    opens: t.expose("opens", { type: PlanOpens, nullable: true }),
    isForever: t.boolean({ description: "A pass to keep.", resolve: isForever }),
    isOnlyWay: t.exposeBoolean("isOnlyWay", { description: "Whether no plan opens what it opens." }),
    isWithheld: t.exposeBoolean("isWithheld", {
      description: "Whether what it opens alone can’t be sold now: it isn’t published, or is free.",
    }),
    position: t.exposeInt("position"),
    version: t.exposeInt("version", { description: "Sent back with an edit." }),
    members: t.exposeInt("members", { description: "Members who have it now." }),
    prices: t.field({ type: [StudioPriceType], resolve: ({ prices }) => [...prices] }),
  }),
});
const EditedPlan = builder
  .objectRef<{ readonly id: string; readonly version: number }>("EditedPlan")
  .implement({
    fields: (t) => ({ id: t.exposeID("id"), version: t.exposeInt("version") }),
  });
const CountryMembers = builder.objectRef<StudioCurrency["members"][number]>("CountryMembers").implement({
  fields: (t) => ({ countryCode: t.exposeString("countryCode"), count: t.exposeInt("count") }),
});
const StudioCurrencyType = builder.objectRef<StudioCurrency>("StudioCurrency").implement({
  fields: (t) => ({
    currencyCode: t.exposeString("currencyCode"),
    taxCountryCode: t.exposeString("taxCountryCode", { description: "Whose tax the prices are shown with." }),
    taxName: t.exposeString("taxName"),
    taxPercent: t.exposeFloat("taxPercent"),
    isTaxIncluded: t.exposeBoolean("isTaxIncluded"),
    countryCodes: t.stringList({ resolve: ({ countryCodes }) => [...countryCodes] }),
    members: t.field({
      type: [CountryMembers],
      description: "Running members who pay in it, by country. A country may have moved since.",
      resolve: ({ members }) => [...members],
    }),
  }),
});
const PriceChangeType = builder.objectRef<StudioPriceChange>("PriceChange").implement({
  description: "An announced change of what running members pay.",
  fields: (t) => ({
    id: t.exposeID("id"),
    planId: t.exposeID("planId"),
    versionId: t.exposeID("versionId"),
    currencyCode: t.exposeString("currencyCode"),
    countryCode: t.exposeString("countryCode"),
    amount: t.exposeInt("amount"),
    startsOn: t.exposeString("startsOn", { description: "YYYY-MM-DD, in UTC." }),
    endsWithoutConsent: t.exposeBoolean("endsWithoutConsent"),
    noticesAt: t.expose("noticesAt", { type: "DateTime", description: "When the emails begin." }),
    finishedAt: t.expose("finishedAt", { type: "DateTime", nullable: true }),
    undoneAt: t.expose("undoneAt", { type: "DateTime", nullable: true }),
    notified: t.exposeInt("notified"),
    mustAgree: t.exposeInt("mustAgree", { description: "Of those who were told, who must agree." }),
    accepted: t.exposeInt("accepted"),
    canUndo: t.exposeBoolean("canUndo"),
  }),
});
const PriceGridType = builder.objectRef<PriceGrid>("PriceGrid").implement({
  fields: (t) => ({
    plans: t.field({ type: [StudioPlanType], resolve: ({ plans }) => [...plans] }),
    currencies: t.field({ type: [StudioCurrencyType], resolve: ({ currencies }) => [...currencies] }),
    changes: t.field({
      type: [PriceChangeType],
      description: "The latest, newest first.",
      resolve: ({ changes }) => [...changes],
    }),
    today: t.exposeString("today", { description: "YYYY-MM-DD, in UTC." }),
  }),
});
const PriceChangePreviewType = builder.objectRef<ChangePreview>("PriceChangePreview").implement({
  fields: (t) => ({
    members: t.exposeInt("members", { description: "How many are told." }),
    mustAgree: t.exposeInt("mustAgree", { description: "How many of them must agree." }),
    amounts: t.field({
      type: [PriceMembers],
      description: "Members by the price that they pay now.",
      resolve: ({ amounts }) => [...amounts],
    }),
    noticesAt: t.expose("noticesAt", { type: "DateTime" }),
    earliestDay: t.exposeString("earliestDay", { description: "YYYY-MM-DD, in UTC." }),
  }),
});

const PlanCreateInput = builder.inputType("PlanCreateInput", {
  fields: (t) => ({
    name: t.string({ required: true }),
    accessType: t.field({ type: AccessTypeEnum, required: true }),
    periodUnit: t.field({
      type: PeriodUnitEnum,
      required: true,
      description: "month or year; day for a pass.",
    }),
    days: t.int({ description: "How long a pass opens what it opens." }),
    seats: t.int({ required: true }),
    trialDays: t.int(),
    isBestValue: t.boolean({ required: true }),
    position: t.int({ required: true }),
    prices: t.field({ type: [PlanPriceInput], required: true }),
  }),
});
const PlanEditInput = builder.inputType("PlanEditInput", {
  fields: (t) => ({
    name: t.string({ required: true }),
    trialDays: t.int({ description: "Without: no trial." }),
    isBestValue: t.boolean({ required: true }),
    isOffered: t.boolean({ required: true, description: "False retires it. Its members keep it." }),
    position: t.int({ required: true }),
  }),
});
const PriceInput = builder.inputType("PriceInput", {
  fields: (t) => ({
    planId: t.id({ required: true }),
    currencyCode: t.string({ required: true }),
    countryCode: t.string({ description: "Of one country alone." }),
    amount: t.int({ required: true, description: "Minor units." }),
    validFrom: t.string({ required: true, description: "YYYY-MM-DD, in UTC; today or later." }),
  }),
});
const CurrencyPriceInput = builder.inputType("CurrencyPriceInput", {
  fields: (t) => ({ planId: t.id({ required: true }), amount: t.int({ required: true }) }),
});
const CurrencyInput = builder.inputType("CurrencyInput", {
  fields: (t) => ({
    currencyCode: t.string({ required: true }),
    countryCodes: t.stringList({ required: true, description: "Those that pay in it from now on." }),
    prices: t.field({ type: [CurrencyPriceInput], required: true, description: "Of every offered plan." }),
  }),
});

const PriceProposal = builder.objectRef<PriceProposals["prices"][number]>("PriceProposal").implement({
  fields: (t) => ({ planId: t.exposeID("planId"), amount: t.exposeInt("amount") }),
});
const PriceProposalsType = builder.objectRef<PriceProposals>("PriceProposals").implement({
  description: "Prices of the offered plans in a currency that is to be added. Minor units.",
  fields: (t) => ({
    source: t.expose("source", { type: RateSourceEnum }),
    rates: t.field({
      type: [Rate],
      description: "Those that the prices were converted at; empty if none is known.",
      resolve: ({ rates }) => [...rates],
    }),
    prices: t.field({
      type: [PriceProposal],
      description: "With the ending that is usual in the currency, such as 13.99.",
      resolve: ({ prices }) => [...prices],
    }),
  }),
});

builder.queryFields((t) => ({
  priceProposals: t.field({
    type: PriceProposalsType,
    description:
      "Proposes prices in another currency, from today's at the newest exchange rate. For finance.",
    args: { currencyCode: t.arg.string({ required: true }) },
    resolve: (_root, { currencyCode }, ctx) => proposePrices(ctx, currencyCode),
  }),
  priceGrid: t.field({
    type: PriceGridType,
    description: "Plans, prices and announced changes. For finance.",
    resolve: (_root, _args, ctx) => priceGrid(ctx),
  }),
  priceChangePreview: t.field({
    type: PriceChangePreviewType,
    description: "Who would be told if running members moved to a price. For finance.",
    args: { versionId: t.arg.id({ required: true }) },
    resolve: (_root, { versionId }, ctx) => previewPriceChange(ctx, versionId),
  }),
}));

builder.mutationFields((t) => ({
  planCreate: t.field({
    type: EditedPlan,
    description: `Puts a plan or a pass on sale. ${confirmed}`,
    args: { input: t.arg({ type: PlanCreateInput, required: true }) },
    resolve: (_root, { input }, ctx) =>
      createPlan(ctx, { ...input, trialDays: input.trialDays ?? null, days: input.days ?? null }),
  }),
  planEdit: t.field({
    type: EditedPlan,
    description: `Edits, retires or offers a plan again. ${confirmed}`,
    args: {
      id: t.arg.id({ required: true }),
      version: t.arg.int({ required: true }),
      input: t.arg({ type: PlanEditInput, required: true }),
    },
    resolve: (_root, { id, version, input }, ctx) =>
      editPlan(ctx, id, version, { ...input, trialDays: input.trialDays ?? null }),
  }),
  priceSet: t.field({
    type: NewPriceVersion,
    description: `Sets the price of new members from a day on. Running members keep theirs. ${confirmed}`,
    args: { input: t.arg({ type: PriceInput, required: true }) },
    resolve: (_root, { input }, ctx) => setPrice(ctx, { ...input, countryCode: input.countryCode ?? "" }),
  }),
  priceCorrect: t.field({
    type: NewPriceVersion,
    description: `Corrects the amount of a price that no one bought or was told of. PRICE_LOCKED otherwise. ${confirmed}`,
    args: {
      versionId: t.arg.id({ required: true }),
      shown: t.arg.int({ required: true, description: "The amount that the editor saw." }),
      amount: t.arg.int({ required: true, description: "Minor units." }),
    },
    resolve: (_root, args, ctx) => correctPrice(ctx, args),
  }),
  priceTakeBack: t.field({
    type: "Boolean",
    description: `Takes a price back that no one bought. Members who were told of it are emailed that it doesn't apply. PRICE_LOCKED otherwise. ${confirmed}`,
    args: { versionId: t.arg.id({ required: true }) },
    resolve: async (_root, { versionId }, ctx) => {
      await takePriceBack(ctx, versionId);
      return true;
    },
  }),
  currencyAdd: t.field({
    type: "Boolean",
    description: `Sells in another currency, from today on. ${confirmed}`,
    args: { input: t.arg({ type: CurrencyInput, required: true }) },
    resolve: async (_root, { input }, ctx) => {
      await addCurrency(ctx, input);
      return true;
    },
  }),
  countryMove: t.field({
    type: "Boolean",
    description: `Lets a country pay in another currency from now on. Running members keep theirs. ${confirmed}`,
    args: {
      countryCode: t.arg.string({ required: true }),
      from: t.arg.string({ description: "The currency that the editor saw; without: none of its own." }),
      to: t.arg.string({ required: true }),
    },
    resolve: async (_root, { countryCode, from, to }, ctx) => {
      await moveCountry(ctx, { countryCode, from: from ?? null, to });
      return true;
    },
  }),
  priceChangeAnnounce: t.field({
    type: PriceChangeType,
    description: `Moves running members to a price, after an email at least 30 days before. ${confirmed}`,
    args: {
      versionId: t.arg.id({ required: true }),
      startsOn: t.arg.string({ required: true, description: "YYYY-MM-DD, in UTC." }),
      endsWithoutConsent: t.arg.boolean({ required: true }),
    },
    resolve: (_root, args, ctx) => announcePriceChange(ctx, args),
  }),
  priceChangeUndo: t.field({
    type: PriceChangeType,
    description: `Takes it back before its emails go out. ${confirmed}`,
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, ctx) => undoPriceChange(ctx, id),
  }),
}));
