import { demoPeople } from "../../../demo/index.ts";
import type { Ctx } from "../../ctx.ts";
import {
  countPlanValues,
  recordMrr,
  seedGiftCard,
  seedPriceChange,
  seedStory,
} from "../../modules/billing/index.ts";
import type { GiftStory, Story } from "../../modules/billing/index.ts";
import { createCtx } from "../../platform/ctx-factory.ts";
import { seedEmailsSent } from "../../platform/mail/sent-emails.ts";
import type { Shared } from "../../platform/ctx-factory.ts";

const dayMs = 24 * 60 * 60 * 1000;

type Told = Omit<Story, "accountId" | "startedAt"> & { readonly daysAgo: number };
const usual = { countryCode: "US", withoutTrial: false, pays: true, cancels: null } as const;
const bought = { ...usual, withoutTrial: true } as const;
/** Subscription histories of the demo's background dancers: one each, in their order. */
const floor: readonly Told[] = [
  { ...usual, planId: "premium-monthly", daysAgo: 205 },
  { ...usual, planId: "premium-yearly", countryCode: "DE", daysAgo: 160 },
  { ...usual, planId: "standard-monthly", countryCode: "FR", couponIds: ["DEMO25"], daysAgo: 130 },
  {
    ...usual,
    planId: "basic-monthly",
    daysAgo: 110,
    cancels: { afterDays: 75, atPeriodEnd: true, reason: "no_time" },
  },
  { ...usual, planId: "premium-monthly", countryCode: "GB", daysAgo: 96 },
  { ...usual, planId: "standard-yearly", countryCode: "JP", daysAgo: 90 },
  {
    ...usual,
    planId: "premium-monthly",
    daysAgo: 80,
    cancels: { afterDays: 66, atPeriodEnd: false, reason: "too_expensive" },
  },
  { ...usual, planId: "basic-yearly", countryCode: "NL", daysAgo: 70 },
  {
    ...usual,
    planId: "standard-monthly",
    daysAgo: 40,
    cancels: { afterDays: 36, atPeriodEnd: true, reason: "taking_break" },
  },
  { ...usual, planId: "premium-monthly", pays: false, daysAgo: 16 },
  { ...usual, planId: "basic-monthly", pays: false, daysAgo: 40 },
  { ...usual, planId: "premium-yearly", countryCode: "ES", daysAgo: 9 },
  {
    ...usual,
    planId: "standard-monthly",
    daysAgo: 5,
    cancels: { afterDays: 2, atPeriodEnd: true, reason: "not_enough_classes" },
  },
  { ...usual, planId: "premium-monthly", countryCode: "JP", daysAgo: 2 },
  { ...bought, planId: "premium-yearly", daysAgo: 21, after: { kind: "dispute", daysAgo: 3 } },
  {
    ...bought,
    planId: "premium-yearly",
    countryCode: "FR",
    daysAgo: 33,
    buyer: {
      name: "Demo Buyer",
      company: "Exemple Danse SARL",
      line1: "1 rue de l’Exemple",
      postalCode: "75001",
      city: "Paris",
      countryCode: "FR",
      vatId: "FR40303265045",
    },
  },
  {
    ...bought,
    planId: "standard-yearly",
    countryCode: "GB",
    daysAgo: 45,
    after: { kind: "refund", daysAgo: 6 },
  },
  {
    ...bought,
    planId: "basic-yearly",
    countryCode: "DE",
    daysAgo: 26,
    after: { kind: "failed_refund", daysAgo: 1 },
  },
  { ...bought, planId: "premium-pass-10-days", daysAgo: 4 },
  { ...bought, planId: "premium-pass-10-days", daysAgo: 24 },
];

/** The accounts for signing in have had subscriptions that fit their roles for a while. */
const guides: Readonly<Record<string, Told>> = {
  member: { ...usual, planId: "premium-monthly", withoutTrial: true, daysAgo: 75 },
  family: { ...usual, planId: "premium-family-yearly", countryCode: "DE", withoutTrial: true, daysAgo: 48 },
};

/** Price changes under way: one that members must agree to, and one that they are only told of. */
const priceChanges = [
  {
    planId: "premium-yearly",
    currencyCode: "EUR",
    amount: 12_900,
    daysAgo: 6,
    startsInDays: 38,
    endsWithoutConsent: false,
    accepted: 1,
  },
  {
    planId: "premium-monthly",
    currencyCode: "USD",
    amount: 1599,
    daysAgo: 2,
    startsInDays: 33,
    endsWithoutConsent: false,
    accepted: 0,
  },
] as const;

const gift = { countryCode: "US", senderName: "Demo Member", recipientLocale: "en" } as const;
/** Gift cards that the demo's member bought: one was redeemed, one was emailed, one waits for its day. */
const giftCards: readonly (Omit<GiftStory, "sendOn"> & {
  readonly daysAgo: number;
  readonly sendInDays: number | null;
  /** A background dancer, by place. */
  readonly redeemer: number | null;
})[] = [
  {
    ...gift,
    plan: null,
    message: "",
    recipientEmail: null,
    daysAgo: 30,
    sendInDays: null,
    redeemer: 0,
  },
  {
    ...gift,
    plan: { id: "premium-monthly", months: 3 },
    message: "Demo: see you in class!",
    recipientEmail: "demo-gift@example.test",
    daysAgo: 12,
    sendInDays: null,
    redeemer: null,
  },
  {
    ...gift,
    plan: { id: "standard-monthly", months: 6 },
    message: "Demo: happy birthday!",
    recipientEmail: "demo-birthday@example.test",
    daysAgo: 2,
    sendInDays: 40,
    redeemer: null,
  },
];

/** Creates the demo accounts' subscriptions and gift cards, each with a past. Emails of that past are dropped. */
export async function seedSubscriptions(shared: Shared): Promise<void> {
  const now = shared.clock.now();
  const dancers = demoPeople.filter(({ role }) => role === "dancer");
  const stories = [
    ...demoPeople.flatMap(({ id, role }) => (guides[role] ? [{ accountId: id, ...guides[role] }] : [])),
    ...floor.flatMap((story, at) => (dancers[at] ? [{ accountId: dancers[at].id, ...story }] : [])),
  ];
  for (const { daysAgo, ...story } of stories) {
    const startedAt = new Date(now.getTime() - daysAgo * dayMs);
    await seedStory((at) => pastCtx(shared, story.accountId, at), { ...story, startedAt }, now);
  }
  const buyer = demoPeople.find(({ role }) => role === "member");
  for (const { daysAgo, sendInDays, redeemer, ...story } of buyer ? giftCards : []) {
    const boughtAt = new Date(now.getTime() - daysAgo * dayMs);
    const sendAt = sendInDays === null ? null : new Date(now.getTime() + sendInDays * dayMs);
    const dancer = redeemer === null ? null : dancers[redeemer];
    await seedGiftCard(
      pastCtx(shared, buyer!.id, boughtAt),
      { ...story, sendOn: sendAt && sendAt.toISOString().slice(0, 10) },
      dancer ? pastCtx(shared, dancer.id, new Date(boughtAt.getTime() + dayMs)) : null,
    );
  }
  const staff = demoPeople.find(({ role }) => role === "admin");
  if (!staff) return;
  for (const { daysAgo, ...change } of priceChanges) {
    const announcedAt = new Date(now.getTime() - daysAgo * dayMs);
    await seedPriceChange((at) => pastCtx(shared, staff.id, at), { ...change, announcedAt });
  }
  await recordMrr(pastCtx(shared, staff.id, now));
  await countPlanValues(pastCtx(shared, staff.id, now));
  await pastCtx(shared, staff.id, now).transact((tx) => seedEmailsSent(tx.db, now));
}

function pastCtx(shared: Shared, accountId: string, at: Date): Ctx {
  const ctx = createCtx(
    { ...shared, clock: { now: () => at }, reactions: [] },
    {
      requestId: "demo-subscriptions",
      viewer: {
        personId: accountId,
        accountId,
        isChild: false,
        hidesExplicit: false,
        sessionId: "demo",
        role: "member",
        isAnonymous: false,
      },
      clientIp: null,
      publicUrl: shared.config.publicUrl ?? `http://localhost:${shared.config.port}`,
    },
  );
  return { ...ctx, transact: (work) => ctx.transact((tx) => work({ ...tx, enqueue: async () => {} })) };
}
