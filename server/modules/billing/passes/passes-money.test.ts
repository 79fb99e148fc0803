import { describe, expect, test } from "vitest";
import { mergePeople } from "../../../app/merge.ts";
import type { TestPerson } from "../../../testing/harness.ts";
import { subscribeAs, subscriptionOf } from "../testing.ts";
import {
  access,
  admin,
  basicPass,
  booksHold,
  buy,
  charges,
  dayMs,
  days,
  estimate,
  longPass,
  pass,
  server,
  staff,
  startPasses,
} from "./testing.ts";

startPasses();

describe("a pass beside a plan", () => {
  test("isn't sold where the plan opens the same, or can be changed, or runs out later", async () => {
    const me = await server.member();
    await subscribeAs(server, me, { planId: "standard-monthly", countryCode: "DE", withoutTrial: true });
    for (const [planId, reason] of [
      [basicPass, "included"],
      [pass, "change_plan"],
    ] as const) {
      expect((await estimate(me, planId)).error).toMatchObject({ code: "PASS_NOT_NEEDED", reason });
      expect((await buy(me, planId)).error).toMatchObject({ code: "PASS_NOT_NEEDED", reason });
    }
    const { id } = (await subscriptionOf(server, me))!;
    await server.graphql(
      `mutation { subscriptionCancel(id: "${id}", atPeriodEnd: true) { id } }`,
      {},
      { as: me },
    );
    expect((await buy(me, basicPass)).error).toMatchObject({ reason: "included", until: expect.any(String) });
    expect(await charges(me)).toEqual([1099]);
  });

  test("of another kind waits for its end", async () => {
    const me = await server.member();
    await buy(me);
    expect((await buy(me, basicPass)).error).toMatchObject({ code: "PASS_NOT_NEEDED", reason: "other_pass" });
  });

  test("isn't a plan that running members change to", async () => {
    const me = await server.member();
    await subscribeAs(server, me, { planId: "standard-monthly", countryCode: "DE", withoutTrial: true });
    const { id } = (await subscriptionOf(server, me))!;
    const { errors } = await server.graphql(
      `mutation { subscriptionChangePlan(id: "${id}", planId: "${pass}") { id } }`,
      {},
      { as: me },
    );
    expect(errors[0]!.extensions.code).toBe("PLAN_UNKNOWN");
    expect(
      await staff.act("studioGivePlan", await server.member(), {
        planId: pass,
        until: new Date(Date.now() + dayMs).toISOString(),
      }),
    ).toBe("PLAN_UNKNOWN");
  });
});

describe("money of a pass", () => {
  test("goes back in part or whole, and the pass ends in the same step", async () => {
    const me = await server.member();
    await buy(me);
    await days(5);
    const seen = (await staff.read(me)).invoices.items[0]!;
    expect(seen).toMatchObject({ refundable: 1000, unused: { amount: 500 } });
    const refund = (amount: number, refundable: number, endVersion: number | null) =>
      staff.act("studioRefund", me, {
        invoiceId: seen.invoice.id,
        amount,
        refundable,
        reason: "Sprained ankle",
        endVersion,
      });
    expect(await refund(300, 1000, null)).toBeNull();
    expect(await access(me)).toBe("premium");
    expect((await staff.read(me)).invoices.items[0]!.unused).toMatchObject({ amount: 200 });
    const { planVersion } = (await staff.read(me)).invoices.items[0]!;
    expect(await refund(700, 700, planVersion)).toBeNull();
    expect(await access(me)).toBe("free");
    expect(await staff.held(me)).toBe(0);
  });

  const withdrawal = async (me: TestPerson) =>
    (
      await server.graphql<{
        me: {
          primarySubscription: { withdrawal: { refund: number; credit: number; used: number } | null };
        };
      }>("{ me { primarySubscription { withdrawal { refund credit used } } } }", {}, { as: me })
    ).data!.me.primarySubscription.withdrawal;
  const withdraw = async (me: TestPerson) => {
    const { id } = (await subscriptionOf(server, me))!;
    await server.graphql(`mutation { subscriptionWithdraw(id: "${id}") { id } }`, {}, { as: me });
  };
  const creditOf = async (me: TestPerson) => (await staff.read(me)).credit[0]?.amount ?? 0;

  test("goes back after a withdrawal for the latest purchase; what is unused of an earlier pass becomes credit", async () => {
    const me = await server.member();
    await buy(me, longPass);
    await days(20);
    expect(await withdrawal(me)).toBeNull();
    await buy(me);
    // Ten days are to come, and a third of 30 days is unused.
    const { refund, credit, used } = (await withdrawal(me))!;
    expect([refund, refund + credit + used]).toEqual([1000, 3500]);
    expect(Math.abs(credit - 833)).toBeLessThanOrEqual(1);
    await withdraw(me);
    expect(await staff.held(me)).toBe(2500);
    expect(await creditOf(me)).toBe(credit);
    expect(await access(me)).toBe("free");
  });

  test("goes back after a withdrawal for all purchases of the last two weeks", async () => {
    const me = await server.member();
    await buy(me, longPass);
    await days(10);
    await buy(me);
    const { refund, credit } = (await withdrawal(me))!;
    expect(credit).toBe(0);
    expect(Math.abs(refund - (1667 + 1000))).toBeLessThanOrEqual(1);
  });

  test("stays credit after a withdrawal from a plan that the pass paid for", async () => {
    const me = await server.member();
    await buy(me, longPass);
    await days(20);
    await buy(me, "basic-monthly");
    expect(await withdrawal(me)).toMatchObject({ refund: 0 });
    await withdraw(me);
    expect(await staff.held(me)).toBe(2500);
    expect(Math.abs((await creditOf(me)) - 833)).toBeLessThanOrEqual(1);
    await booksHold(me);
  });

  test("of a guest comes along: the pass moves, or becomes credit beside a plan that renews", async () => {
    const [guest, member] = [await server.anonymous(), await server.member()];
    await buy(guest);
    await mergePeople(server.ctx(), { from: guest.id, into: member.id });
    expect(await access(member)).toBe("premium");
    // A pass yields to the plan that the guest has just bought.
    const other = await server.anonymous();
    await subscribeAs(server, other, { planId: "basic-monthly", countryCode: "DE", withoutTrial: true });
    await mergePeople(server.ctx(), { from: other.id, into: member.id });
    expect((await subscriptionOf(server, member))!.plan.id).toBe("basic-monthly");
    expect((await staff.read(member)).credit).toEqual([{ currencyCode: "EUR", amount: 1000 }]);
  });
});

describe("figures", () => {
  test("count a pass as revenue of its own: not in MRR, plans, churn or those who left", async () => {
    const before = await overview();
    const me = await server.member();
    await buy(me);
    const running = await overview();
    expect(running.subscriptionCounts).toEqual(before.subscriptionCounts);
    const soldBefore = before.passSales.find(({ planId }) => planId === pass)!;
    expect(running.passSales.find(({ planId }) => planId === pass)).toMatchObject({
      running: soldBefore.running + 1,
      sold: soldBefore.sold + 1,
      paid: soldBefore.paid + 1000,
    });
    await days(11);
    const after = await overview();
    expect(after.churn).toEqual(before.churn);
    expect(after.payingBefore).toBe(before.payingBefore);
    expect(after.netMrr).toEqual(before.netMrr);
  });

  interface Overview {
    subscriptionCounts: object[];
    passSales: { planId: string; running: number; sold: number; paid: number }[];
    churn: object[];
    payingBefore: number;
    netMrr: object[];
  }
  const overview = async () => {
    const { data, errors } = await server.graphql<{ moneyOverview: Overview }>(
      `{ moneyOverview(days: 30) { subscriptionCounts { planId status count monthly } payingBefore churn { reason count }
         netMrr { currencyCode amount } passSales { planId running sold paid refunded } } }`,
      {},
      { as: admin },
    );
    expect(errors).toEqual([]);
    return data!.moneyOverview;
  };
});
