import { builder } from "../../../platform/graphql/builder.ts";
import { Pagination } from "../../../platform/graphql/paging.ts";
import { Invoice, StudioPayment, Subscription } from "../../billing/refs.ts";
import {
  creditOfAccount,
  invoicesOfAccount,
  payerStages,
  paymentsAtProvider,
  primaryOf,
  refundLimitOf,
  studentProofOf,
} from "../../billing/index.ts";
import type { StaffInvoice, StudentProof } from "../../billing/index.ts";
import { accountStateOf, personLoader, photoUrl, profilesOf } from "../../identity/index.ts";
import type { AccountState } from "../../identity/index.ts";
import { emailStopOf } from "./email-stops.ts";
import { dancedFilters } from "./filter.ts";
import type { PeopleFilter } from "./filter.ts";
import { suppressionReasons } from "../../../platform/mail/suppression.ts";
import type { Suppression } from "../../../platform/mail/suppression.ts";
import { deliveries } from "../../../platform/mail/sent-emails.ts";
import { historyOf, historyParts, personEventKinds, practicedTitles } from "./history.ts";
import type { PersonEvent, PersonEventPage } from "./history.ts";
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

const Unused = builder.objectRef<NonNullable<StaffInvoice["unused"]>>("StudioUnusedTime").implement({
  description: "What of a running term isn't used yet. Minor units.",
  fields: (t) => ({ amount: t.exposeInt("amount"), days: t.exposeInt("days") }),
});
const InvoiceOfPerson = builder.objectRef<StaffInvoice>("StudioInvoice").implement({
  description: "An invoice with what may be given back of it. Minor units.",
  fields: (t) => ({
    invoice: t.expose("invoice", { type: Invoice }),
    refundable: t.exposeInt("refundable"),
    refundableFreely: t.exposeInt("refundableFreely", {
      description: "A refund beyond this takes back as much account credit.",
    }),
    refundLimit: t.int({
      nullable: true,
      description:
        "What the viewer may refund of it altogether, with what was refunded before; null without a limit.",
      resolve: ({ invoice }, _args, ctx) => refundLimitOf(ctx, invoice.currencyCode),
    }),
    unused: t.expose("unused", { type: Unused, nullable: true }),
    payments: t.field({
      type: [StudioPayment],
      description: "What paid it, oldest first.",
      resolve: async ({ invoice }, _args, ctx) => [...(await paymentsAtProvider(ctx, invoice.id))],
    }),
    takesAway: t.exposeString("takesAway", {
      nullable: true,
      description:
        "The course or class that was bought alone with it: a refund of all of it takes that away.",
    }),
    planVersion: t.exposeInt("planVersion", {
      nullable: true,
      description: "Of its plan, if that can be ended.",
    }),
  }),
});
const InvoicesOfPerson = builder
  .objectRef<{ items: readonly StaffInvoice[]; nextCursor: string | null }>("StudioInvoices")
  .implement({
    fields: (t) => ({
      items: t.field({ type: [InvoiceOfPerson], resolve: ({ items }) => [...items] }),
      nextCursor: t.exposeString("nextCursor", { nullable: true }),
    }),
  });
const Student = builder.objectRef<StudentProof>("StudioStudentProof").implement({
  fields: (t) => ({
    byEmail: t.exposeBoolean("byEmail", { description: "Its verified email address is at a school." }),
    approvedUntil: t.expose("approvedUntil", {
      type: "DateTime",
      nullable: true,
      description: "Staff approved it until then; null if they didn't, or that is over.",
    }),
  }),
});
const Credit = builder
  .objectRef<{ readonly currencyCode: string; readonly amount: number }>("StudioCredit")
  .implement({
    description: "An account's credit in one currency, in minor units.",
    fields: (t) => ({ currencyCode: t.exposeString("currencyCode"), amount: t.exposeInt("amount") }),
  });
const Profile = builder
  .objectRef<{ readonly id: string; readonly name: string; readonly isChild: boolean }>("StudioProfile")
  .implement({
    description: "A profile of the family, beside its holder.",
    fields: (t) => ({
      id: t.exposeID("id"),
      name: t.exposeString("name"),
      isChild: t.exposeBoolean("isChild"),
    }),
  });

const HistoryPartEnum = builder.enumType("StudioHistoryPart", { values: historyParts });
const Event = builder.objectRef<PersonEvent>("StudioPersonEvent").implement({
  description: "Something that happened to an account, or that staff did. Amounts in minor units.",
  fields: (t) => ({
    id: t.exposeID("id"),
    at: t.expose("at", { type: "DateTime" }),
    kind: t.field({
      type: builder.enumType("StudioPersonEventKind", { values: personEventKinds }),
      resolve: ({ kind }) => kind,
    }),
    what: t.exposeString("what", {
      description:
        "A transition's trigger, an invoice's number, the reason of credit or of a report, an act of the audit log, an email's subject, or a note.",
    }),
    planName: t.exposeString("planName", { nullable: true }),
    amount: t.exposeInt("amount", { nullable: true }),
    currencyCode: t.exposeString("currencyCode", { nullable: true }),
    days: t.exposeInt("days", { nullable: true }),
    delivery: t.expose("delivery", {
      type: builder.enumType("EmailDelivery", { values: deliveries }),
      nullable: true,
      description:
        "Of an email. `sent`: the mail server took it. `refused`: it said no for good, such as for an unknown mailbox.",
    }),
    contentType: t.exposeString("contentType", {
      nullable: true,
      description: "What was reported: post, comment, video_upload or user.",
    }),
    started: t.exposeInt("started", {
      nullable: true,
      description: "Classes of a day of practice; each counts on the day it was danced last.",
    }),
    completed: t.exposeInt("completed", { nullable: true }),
    classTitles: t.stringList({
      description: "The last three classes of a day of practice.",
      resolve: (event, _args, ctx) => practicedTitles(ctx, event),
    }),
    by: t.string({
      nullable: true,
      description: "The name of the member of staff behind it.",
      resolve: async ({ staffId = null }, _args, ctx) =>
        staffId && ((await personLoader(ctx).load(staffId))?.name ?? null),
    }),
  }),
});
const Events = builder.objectRef<PersonEventPage>("StudioPersonEvents").implement({
  fields: (t) => ({
    items: t.field({ type: [Event], resolve: ({ items }) => [...items] }),
    nextCursor: t.exposeString("nextCursor", { nullable: true }),
  }),
});

const State = builder.objectRef<AccountState>("StudioAccountState").implement({
  description: "What holds for an account beside its plan.",
  fields: (t) => ({
    suspensionReason: t.exposeString("suspensionReason", {
      nullable: true,
      description: "What the person was told; null unless suspended.",
    }),
    suspendedUntil: t.expose("suspendedUntil", {
      type: "DateTime",
      nullable: true,
      description: "Null: until reinstated.",
    }),
    deletedAt: t.expose("deletedAt", {
      type: "DateTime",
      nullable: true,
      description: "When the account goes; null if it stays.",
    }),
    unconfirmedEmail: t.exposeString("unconfirmedEmail", {
      nullable: true,
      description: "An address that was entered and waits for its confirmation.",
    }),
    exportRequestedAt: t.expose("exportRequestedAt", {
      type: "DateTime",
      nullable: true,
      description: "Of an export in progress or ready.",
    }),
    sessions: t.exposeInt("sessions", { description: "Devices that are signed in." }),
    isStaff: t.exposeBoolean("isStaff", {
      description: "They work in the studio: only admins change the account.",
    }),
  }),
});

const EmailStop = builder.objectRef<Suppression>("StudioEmailStop").implement({
  fields: (t) => ({
    reason: t.field({
      type: builder.enumType("EmailStopReason", {
        description: "The mailbox doesn’t exist; or the person called an email spam.",
        values: suppressionReasons,
      }),
      resolve: ({ reason }) => reason,
    }),
    at: t.expose("at", { type: "DateTime" }),
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
    emailStop: t.field({
      type: EmailStop,
      nullable: true,
      description: "Why only emails that can’t be unsubscribed from are sent; null if all are.",
      resolve: ({ email }, _args, ctx) => emailStopOf(ctx, email),
    }),
    isGuest: t.exposeBoolean("isAnonymous", { description: "Bought without an account." }),
    joinedAt: t.expose("joinedAt", { type: "DateTime" }),
    subscription: t.field({
      type: Subscription,
      nullable: true,
      description: "The live one, else the newest.",
      resolve: ({ id }, _args, ctx) => primaryOf(ctx, id),
    }),
    planVersion: t.int({
      nullable: true,
      description: "Of the subscription: sent back with every change of it.",
      resolve: async ({ id }, _args, ctx) => (await primaryOf(ctx, id))?.version ?? null,
    }),
    isComplimentary: t.boolean({
      description: "Given by the studio: no one pays for it.",
      resolve: async ({ id }, _args, ctx) => (await primaryOf(ctx, id))?.isComplimentary ?? false,
    }),
    credit: t.field({
      type: [Credit],
      description: "None at zero.",
      resolve: ({ id }, _args, ctx) => creditOfAccount(ctx, id),
    }),
    invoices: t.field({
      type: InvoicesOfPerson,
      description: "Newest first.",
      args: { pagination: t.arg({ type: Pagination }) },
      resolve: ({ id }, { pagination }, ctx) =>
        invoicesOfAccount(ctx, id, { first: pagination?.first ?? null, after: pagination?.after ?? null }),
    }),
    history: t.field({
      type: Events,
      description: "Newest first, what the viewer may see: reports are for those who see cases.",
      args: { pagination: t.arg({ type: Pagination }), part: t.arg({ type: HistoryPartEnum }) },
      resolve: ({ id }, { pagination, part }, ctx) =>
        historyOf(ctx, id, {
          first: pagination?.first ?? null,
          after: pagination?.after ?? null,
          part: part ?? null,
        }),
    }),
    state: t.field({ type: State, resolve: ({ id }, _args, ctx) => accountStateOf(ctx, id) }),
    student: t.field({
      type: Student,
      description: "How the account shows that it is a student's.",
      resolve: ({ id }, _args, ctx) => studentProofOf(ctx, id),
    }),
    profiles: t.field({
      type: [Profile],
      resolve: async ({ id }, _args, ctx) => (await profilesOf(ctx, id)).filter((one) => one.id !== id),
    }),
    practice: t.field({
      type: Practice,
      nullable: true,
      description: "Null for people who never danced.",
      resolve: ({ id }, _args, ctx) => practiceLoader(ctx).load(id),
    }),
  }),
});

export const Stage = builder.enumType("StudioPersonStage", { values: payerStages });
export const Danced = builder.enumType("StudioPersonDanced", { values: dancedFilters });
export const StudioPeopleFilter = builder.inputType("StudioPeopleFilter", {
  description: "All of them combine.",
  fields: (t) => ({
    search: t.string({
      description:
        "Beginnings of names, usernames and emails; an invoice number; the last four digits of a card.",
    }),
    stage: t.field({ type: Stage }),
    planId: t.id(),
    countryCode: t.string(),
    currencyCode: t.string({ description: "What the plan is paid in." }),
    joinedFrom: t.string({ description: "YYYY-MM-DD in UTC." }),
    joinedUntil: t.string({ description: "The last day, inclusive." }),
    danced: t.field({ type: Danced }),
    coupon: t.string({ description: "A promo code that they redeemed." }),
    style: t.string({ description: "Slug of a style that they danced; `danced` is about it then." }),
    figure: t.string({
      description:
        "People whom a figure of a report counts, as it says itself. It combines with no other filter.",
    }),
  }),
});
/** The filter of an argument; what is absent doesn't filter. */
export const filterOfInput = (
  filter: typeof StudioPeopleFilter.$inferInput | null | undefined,
): PeopleFilter => ({
  search: filter?.search ?? null,
  stage: filter?.stage ?? null,
  planId: filter?.planId ?? null,
  countryCode: filter?.countryCode ?? null,
  currencyCode: filter?.currencyCode ?? null,
  joinedFrom: filter?.joinedFrom ?? null,
  joinedUntil: filter?.joinedUntil ?? null,
  danced: filter?.danced ?? null,
  coupon: filter?.coupon ?? null,
  style: filter?.style ?? null,
  figure: filter?.figure ?? null,
});
const Page = builder.objectRef<PeoplePage>("StudioPeople").implement({
  fields: (t) => ({
    items: t.field({ type: [StudioPerson], resolve: ({ items }) => [...items] }),
    nextCursor: t.exposeString("nextCursor", { nullable: true }),
    total: t.int({
      nullable: true,
      description: "How many people a figure counts; null for other filters.",
      resolve: ({ countAll }) => countAll(),
    }),
  }),
});

builder.queryField("studioPeople", (t) =>
  t.field({
    type: Page,
    description: "For support and finance: accounts, newest first. Guests are found by what they bought.",
    args: { filter: t.arg({ type: StudioPeopleFilter }), pagination: t.arg({ type: Pagination }) },
    resolve: (_root, { filter, pagination }, ctx) =>
      peoplePage(ctx, filterOfInput(filter), {
        first: pagination?.first ?? null,
        after: pagination?.after ?? null,
      }),
  }),
);
builder.queryField("studioPerson", (t) =>
  t.field({
    type: StudioPerson,
    description: "For support and finance: an account by its id.",
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, ctx) => readPerson(ctx, id),
  }),
);
