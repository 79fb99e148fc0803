import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { seedCoupon } from "../index.ts";
import { cards, cardToken, subscribeAs, subscriptionOf } from "../testing.ts";
import type { CheckoutVariables } from "../testing.ts";
import {
  access,
  admin,
  basicPass,
  booksHold,
  buy,
  charges,
  dayMs,
  days,
  daysUntil,
  emailsTo,
  estimate,
  longPass,
  pass,
  server,
  setClock,
  staff,
  startPasses,
} from "./testing.ts";

startPasses();

describe("a pass", () => {
  test("is offered beside plans, which old clients see without it", async () => {
    const me = await server.anonymous();
    const { data } = await server.graphql<{
      plans: { id: string }[];
      passes: {
        id: string;
        renews: boolean;
        period: number;
        periodUnit: string;
        endsAt: string;
        nextBillingAt: null;
      }[];
    }>(
      `{ plans(countryCode: "DE") { id } passes(countryCode: "DE") { id renews period periodUnit endsAt nextBillingAt } }`,
      {},
      { as: me },
    );
    expect(data!.plans.map(({ id }) => id)).not.toContain(pass);
    expect(data!.passes.map(({ id }) => id).sort()).toEqual([basicPass, pass, longPass].sort());
    const shown = data!.passes.find(({ id }) => id === pass)!;
    expect(shown).toMatchObject({ renews: false, period: 10, periodUnit: "day", nextBillingAt: null });
    expect(daysUntil(shown.endsAt)).toBe(10);
  });

  test("opens at once what its plan opens, has no trial and no next charge, and is charged once with tax", async () => {
    const me = await server.member();
    const { shown } = await estimate(me, pass);
    expect(shown).toMatchObject({
      trialEndTime: null,
      nextBillingAt: null,
      renewalTotal: 0,
      runningPass: null,
    });
    expect(shown!.invoiceEstimate).toMatchObject({ amountDue: 1000, total: 1000, taxTotal: 160 });
    const { found } = await buy(me);
    expect(found).toMatchObject({
      status: "non_renewing",
      nextBillingAt: null,
      trialEndTime: null,
      plan: { id: pass },
    });
    expect(daysUntil(found!.accessEndsAt)).toBe(10);
    expect(await access(me)).toBe("premium");
    expect(await charges(me)).toEqual([1000]);
    expect(await emailsTo(me)).toContainEqual(expect.stringMatching(/^Your receipt EC-/));
    await booksHold(me);
  });

  test("closes to the moment, even before a worker has ended it, and then is over", async () => {
    const me = await server.member();
    const { found } = await buy(me);
    const leftMs = Date.parse(found!.accessEndsAt!) - Date.now();
    await setClock(leftMs - 3_600_000);
    expect(await access(me)).toBe("premium");
    await setClock(leftMs + 1);
    expect(await access(me)).toBe("free");
    expect((await subscriptionOf(server, me))!.status).toBe("non_renewing");
    await days(1);
    expect(await subscriptionOf(server, me)).toMatchObject({
      status: "canceled",
      accessEndsAt: found!.accessEndsAt,
    });
    expect(await charges(me)).toEqual([1000]);
    // The trial is still to be had.
    expect((await estimate(me, "premium-monthly")).shown!.trialEndTime).not.toBeNull();
  });

  test("is reminded of two days before its end, and never charged again", async () => {
    const me = await server.member();
    await buy(me);
    const reminders = async () =>
      (await emailsTo(me)).filter((subject) => subject.startsWith("Your pass ends on"));
    await days(7);
    expect(await reminders()).toEqual([]);
    await days(2);
    expect(await reminders()).toHaveLength(1);
    await days(40);
    expect(await reminders()).toHaveLength(1);
    expect(await charges(me)).toEqual([1000]);
    expect(await access(me)).toBe("free");
  });

  test("isn't sold without the consent that the law asks for, for a later start, or with a trial", async () => {
    const me = await server.member();
    const order = { planId: pass, countryCode: "DE" };
    const code = async (more: CheckoutVariables, as = me) =>
      (await subscribeAs(server, as, { ...order, ...more })).errors[0]?.extensions;
    expect(await code({})).toMatchObject({ code: "BAD_INPUT", field: "consentVersion" });
    const consentVersion = "2026-11";
    const later = new Date(Date.now() + dayMs).toISOString();
    expect(await code({ consentVersion, startAt: later })).toMatchObject({ field: "startAt" });
    expect(await code({ consentVersion, trialOverrideTime: later }, admin)).toMatchObject({
      field: "trialOverrideTime",
    });
    expect(await charges(me)).toEqual([]);
  });

  test("that is refused leaves nothing, and another card then pays", async () => {
    const me = await server.member();
    expect((await buy(me, pass, { token: await cardToken(server, cards.declined) })).error?.code).toBe(
      "CARD_DECLINED",
    );
    expect(await access(me)).toBe("free");
    expect((await buy(me)).found?.status).toBe("non_renewing");
    await booksHold(me);
  });

  test("is bought once by a double click, and once by two tabs", async () => {
    const me = await server.member();
    const token = await cardToken(server);
    const order = { planId: pass, countryCode: "DE", consentVersion: "2026-11", key: randomUUID(), token };
    const twice = await Promise.all([subscribeAs(server, me, order), subscribeAs(server, me, order)]);
    const again = await subscribeAs(server, me, order);
    expect(again.data!.subscriptionCreateV2.status).toBe("non_renewing");
    for (const { data, errors } of twice)
      expect(data?.subscriptionCreateV2.id ?? errors[0]!.extensions.code).toBeOneOf([
        again.data!.subscriptionCreateV2.id,
        "IN_PROGRESS",
      ]);
    // A tab that was opened before the purchase doesn't know of the pass.
    const { token: _, key: __, ...fromOtherTab } = order;
    const { errors } = await subscribeAs(server, me, fromOtherTab);
    expect(errors[0]!.extensions.code).toBe("ILLEGAL_TRANSITION");
    expect(await charges(me)).toEqual([1000]);
    await booksHold(me);
  });

  test("is paid by a promo code that promises several terms for its one payment, and uses the code up", async () => {
    await server.ctx().transact((tx) =>
      seedCoupon(tx, {
        id: "HALFYEAR",
        discountType: "percentage",
        basisPoints: 5000,
        amounts: {},
        duration: "limited_period",
        durationMonths: 6,
        appliesTo: "invoice",
        state: "active",
        planIds: null,
        redeemBy: null,
        redemptionsLeft: null,
      }),
    );
    const me = await server.member();
    await buy(me, pass, { couponIds: ["HALFYEAR"] });
    expect(await charges(me)).toEqual([500]);
    await buy(me);
    expect(await charges(me)).toEqual([500, 1000]);
    expect((await buy(me, pass, { couponIds: ["HALFYEAR"] })).error?.code).toBe("COUPON_EXHAUSTED");
    await booksHold(me);
  });

  test("is paid by account credit first", async () => {
    const me = await server.member();
    const credit = { amount: 1200, currencyCode: "EUR", balance: 0, reason: "Sorry for the outage" };
    expect(await staff.act("studioGiveCredit", me, credit)).toBeNull();
    expect((await estimate(me, pass)).shown!.invoiceEstimate).toMatchObject({ amountDue: 0, total: 1000 });
    expect((await buy(me)).found?.status).toBe("non_renewing");
    expect(await charges(me)).toEqual([]);
    expect((await buy(me)).found?.status).toBe("non_renewing");
    expect(await charges(me)).toEqual([800]);
  });
});

describe("a pass that runs", () => {
  test("is extended after its present end, each purchase with an invoice of its own days", async () => {
    const me = await server.member();
    const first = await buy(me);
    await days(4);
    const { shown } = await estimate(me, longPass);
    expect(shown!.runningPass!.endsAt).toBe(first.found!.accessEndsAt);
    expect(daysUntil(shown!.endsAt, Date.parse(first.found!.accessEndsAt!))).toBe(30);
    const { found } = await buy(me, longPass);
    expect(found).toMatchObject({
      id: first.found!.id,
      status: "non_renewing",
      accessEndsAt: shown!.endsAt,
      plan: { id: longPass },
    });
    expect(await charges(me)).toEqual([1000, 2500]);
    const { rows } = await server.pool.query<{ from: Date; to: Date }>(
      `select term_starts_at as from, term_ends_at as to from billing.invoices where account_id = $1 order by issued_at`,
      [me.id],
    );
    expect(rows[1]!.from.toISOString()).toBe(first.found!.accessEndsAt);
    expect(rows[1]!.to.toISOString()).toBe(found!.accessEndsAt);
    await days(35);
    expect(await access(me)).toBe("premium");
    await days(1);
    expect(await access(me)).toBe("free");
  });

  test("keeps its end if the purchase of more days is refused or left at the bank", async () => {
    const me = await server.member();
    const { found } = await buy(me);
    expect((await buy(me, pass, { token: await cardToken(server, cards.declined) })).error?.code).toBe(
      "CARD_DECLINED",
    );
    const waiting = await buy(me, pass, { token: await cardToken(server, cards.confirms) });
    expect(waiting.found).toMatchObject({
      status: "non_renewing",
      accessEndsAt: found!.accessEndsAt,
      nextAction: { type: "redirect" },
    });
    // Another card ends the payment that waits.
    const paid = await buy(me);
    expect(daysUntil(paid.found!.accessEndsAt)).toBe(20);
    expect(paid.found!.nextAction).toBeNull();
    expect(await charges(me)).toEqual([1000, 1000]);
    await booksHold(me);
  });

  test("is extended once by two tabs that showed the same end", async () => {
    const me = await server.member();
    await buy(me);
    const { shown } = await estimate(me, pass);
    const order = {
      planId: pass,
      countryCode: "DE",
      consentVersion: "2026-11",
      runningPass: shown!.runningPass!,
    };
    const answers = await Promise.all([subscribeAs(server, me, order), subscribeAs(server, me, order)]);
    const codes = answers.map(({ errors }) => errors[0]?.extensions.code ?? "paid");
    expect(codes.filter((code) => code === "paid")).toHaveLength(1);
    expect(codes.find((code) => code !== "paid")).toBeOneOf(["PASS_CHANGED", "IN_PROGRESS"]);
    expect(await charges(me)).toEqual([1000, 1000]);
    expect((await subscribeAs(server, me, order)).errors[0]!.extensions.code).toBe("PASS_CHANGED");
    await booksHold(me);
  });

  test("that is over needs no worker to be bought again", async () => {
    const me = await server.member();
    const { found } = await buy(me);
    await setClock(Date.parse(found!.accessEndsAt!) - Date.now() + 60_000);
    const again = await buy(me);
    expect(again.found!.id).not.toBe(found!.id);
    expect(daysUntil(again.found!.accessEndsAt)).toBe(20);
    expect(await access(me)).toBe("premium");
    expect(await charges(me)).toEqual([1000, 1000]);
  });

  test("makes way for a plan that begins at once, less what is unused of it", async () => {
    const me = await server.member();
    const { found } = await buy(me);
    await days(4);
    const { shown } = await estimate(me, "premium-monthly");
    // The trial isn't for those who pay already.
    expect(shown!.trialEndTime).toBeNull();
    expect(shown!.invoiceEstimate.lines.slice(0, 2)).toEqual([
      { kind: "plan", amount: 1499 },
      { kind: "unused_time", amount: -600 },
    ]);
    const plan = await buy(me, "premium-monthly");
    expect(plan.found).toMatchObject({ id: found!.id, status: "active", plan: { id: "premium-monthly" } });
    expect(plan.found!.accessEndsAt).toBeNull();
    expect(await charges(me)).toEqual([1000, 899]);
    await days(32);
    expect(await charges(me)).toEqual([1000, 899, 1499]);
    expect(await access(me)).toBe("premium");
  });

  test("becomes account credit where it is worth more than the plan that follows", async () => {
    const me = await server.member();
    await buy(me, longPass);
    expect((await estimate(me, "basic-monthly")).shown!.invoiceEstimate).toMatchObject({
      total: 0,
      carried: 2500 - 799,
    });
    await buy(me, "basic-monthly");
    expect(await charges(me)).toEqual([2500]);
    // The plan renews: its first receipt comes though nothing is paid.
    const receipts = (await emailsTo(me)).filter((subject) => subject.startsWith("Your receipt"));
    expect(receipts).toHaveLength(2);
    expect((await staff.read(me)).credit).toEqual([{ currencyCode: "EUR", amount: 2500 - 799 }]);
    await booksHold(me);
  });

  test("can't be changed, paused, resumed or restarted", async () => {
    const me = await server.member();
    const { found } = await buy(me);
    const send = async (mutation: string) =>
      (await server.graphql(`mutation { ${mutation} { id } }`, {}, { as: me })).errors[0]?.extensions.code;
    const { id } = found!;
    expect(await send(`subscriptionPause(id: "${id}", months: 1)`)).toBe("ILLEGAL_TRANSITION");
    expect(await send(`subscriptionUndoCancel(id: "${id}")`)).toBe("ILLEGAL_TRANSITION");
    expect(await send(`subscriptionChangePlan(id: "${id}", planId: "premium-yearly")`)).toBe(
      "ILLEGAL_TRANSITION",
    );
    expect(await send(`subscriptionChangePlan(id: "${id}", planId: "${longPass}")`)).toBe("PLAN_UNKNOWN");
    await days(11);
    const { data } = await server.graphql<{ me: { primarySubscription: { restart: object | null } } }>(
      "{ me { primarySubscription { restart { amountDue } } } }",
      {},
      { as: me },
    );
    expect(data!.me.primarySubscription.restart).toBeNull();
  });
});
