import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { forgetAccount } from "../../accounts/deletion.ts";
import { accessOf, mergeBilling } from "../../index.ts";
import { sweepOwned } from "../../owned/readings.ts";
import { cardToken, subscribeAs } from "../../testing.ts";
import { expectLastState, inTurns, registerPeople, shuffled } from "../late-news.ts";
import { deliver, pass, revenueCat, rowsOf, server, startWithRevenueCat, statusesOf } from "./testing.ts";

startWithRevenueCat();

const day = 24;
const access = (me: { id: string }) => accessOf(server.ctx(), me.id);
const hoursBetween = (from: Date, to: Date) => Math.round((to.getTime() - from.getTime()) / 3_600_000);
const begin = async (
  name: Parameters<typeof revenueCat.stores.buy>[1] = "premiumMonthly",
  given: object = {},
) => {
  const me = await server.member();
  await deliver(revenueCat.stores.buy(me.id, name, given));
  return me;
};

describe("what happens in a store", () => {
  test("a purchase opens the plan’s classes, and our checkout refuses a second subscription", async () => {
    const me = await begin();
    expect(await access(me)).toBe("premium");
    expect(await rowsOf(me)).toMatchObject([
      { status: "active", planId: "premium-monthly", store: "app_store", dunningStatus: null },
    ]);
    const { errors } = await subscribeAs(server, me, {
      provider: "eightcount",
      token: await cardToken(server),
    });
    expect(errors[0]?.extensions.code).toBe("ILLEGAL_TRANSITION");
  });

  test("a renewal goes on, and what is canceled ends with its term unless it is taken back", async () => {
    const { stores } = revenueCat;
    const me = await begin();
    await deliver(stores.renew(me.id, "premiumMonthly"));
    const [renewed] = await rowsOf(me);
    expect(hoursBetween(new Date(), renewed!.accessUntil)).toBe(60 * day + 48);
    await deliver(stores.cancel(me.id, "premiumMonthly"));
    const [canceled] = await rowsOf(me);
    expect(canceled).toMatchObject({ status: "non_renewing" });
    // To the minute: nothing is given beyond what was paid.
    expect(canceled!.accessUntil).toEqual(canceled!.accessEndsAt);
    await deliver(stores.uncancel(me.id, "premiumMonthly"));
    expect(await statusesOf(me)).toEqual(["active"]);
    await deliver(stores.cancel(me.id, "premiumMonthly"));
    await deliver(stores.expire(me.id, "premiumMonthly"));
    expect(await statusesOf(me)).toEqual(["canceled"]);
    expect(await access(me)).toBe("free");
    // A lapsed member comes back: the same subscription.
    await deliver(stores.renew(me.id, "premiumMonthly"));
    expect(await statusesOf(me)).toEqual(["active"]);
  });

  test("a failed payment has the store’s grace, and is retried without access after it", async () => {
    const { stores } = revenueCat;
    const me = await begin();
    await deliver(stores.failPayment(me.id, "premiumMonthly", 16));
    expect(await rowsOf(me)).toMatchObject([{ status: "active", dunningStatus: "in_progress" }]);
    await deliver(stores.renew(me.id, "premiumMonthly"));
    expect(await rowsOf(me)).toMatchObject([{ status: "active", dunningStatus: "success" }]);
    await deliver(stores.failPayment(me.id, "premiumMonthly", 0));
    await deliver(stores.expire(me.id, "premiumMonthly"));
    expect(await statusesOf(me)).toEqual(["canceled"]);
    // It is still read: the store may collect weeks later, and that news may be lost.
    stores.renew(me.id, "premiumMonthly");
    pass(13);
    await sweepOwned(server.ctx());
    expect(await rowsOf(me)).toMatchObject([{ status: "active" }]);
  });

  test("another product changes the plan of the same subscription", async () => {
    const me = await begin("basicMonthly");
    expect(await access(me)).toBe("basic");
    await deliver(revenueCat.stores.changeProduct(me.id, "basicMonthly", "premiumYearly"));
    expect(await rowsOf(me)).toMatchObject([{ status: "active", planId: "premium-yearly" }]);
    expect(await access(me)).toBe("premium");
  });

  test("a pause begins when the term is over", async () => {
    const { stores } = revenueCat;
    const me = await begin("playPremium");
    await deliver(stores.pause(me.id, "playPremium", 40));
    expect(await statusesOf(me)).toEqual(["active"]);
    await deliver(stores.expire(me.id, "playPremium"));
    const [paused] = await rowsOf(me);
    expect(paused!.status).toBe("paused");
    expect(paused!.resumesAt).not.toBe(null);
    expect(await access(me)).toBe("free");
    await deliver(stores.renew(me.id, "playPremium"));
    expect(await rowsOf(me)).toMatchObject([{ status: "active", resumesAt: null }]);
  });

  test("an extension and a refund that is reversed move the end", async () => {
    const { stores } = revenueCat;
    const me = await begin();
    const [before] = await rowsOf(me);
    await deliver(stores.extend(me.id, "premiumMonthly", 10));
    const [extended] = await rowsOf(me);
    expect(hoursBetween(before!.accessUntil, extended!.accessUntil)).toBe(10 * day);
    await deliver(stores.refund(me.id, "premiumMonthly"));
    expect(await statusesOf(me)).toEqual(["canceled"]);
    expect(await access(me)).toBe("free");
    await deliver(stores.reverseRefund(me.id, "premiumMonthly"));
    expect(await statusesOf(me)).toEqual(["active"]);
  });

  test.each([
    ["valid", true, ["active"]],
    ["not valid", false, []],
  ] as const)(
    "a grant while the store is down ends when its purchase is found %s",
    async (_, isValid, left) => {
      const me = await server.member();
      await deliver(revenueCat.stores.grant(me.id, "premiumMonthly", 12));
      const [granted] = await rowsOf(me);
      expect(granted).toMatchObject({ status: "non_renewing", store: null });
      expect(hoursBetween(new Date(), granted!.accessUntil)).toBeLessThanOrEqual(12 + day);
      expect(await access(me)).toBe("premium");
      await deliver(revenueCat.stores.settleGrant(me.id, "premiumMonthly", isValid));
      expect((await statusesOf(me)).filter((status) => status !== "canceled")).toEqual(left);
      expect(await access(me)).toBe(isValid ? "premium" : "free");
    },
  );

  test("a purchase for life stays while RevenueCat answers", async () => {
    const me = await server.member();
    await deliver(revenueCat.stores.buyForLife(me.id, "premium"));
    expect(await rowsOf(me)).toMatchObject([{ status: "active", accessEndsAt: null }]);
    expect(await access(me)).toBe("premium");
  });

  test("a trial counts as the one trial per person, even if it is over before we hear of it", async () => {
    const me = await begin("premiumMonthly", { trialDays: 7 });
    const [row] = await rowsOf(me);
    expect(row!.status).toBe("in_trial");
    await deliver(revenueCat.stores.expire(me.id, "premiumMonthly"));
    const late = await server.member();
    revenueCat.stores.buy(late.id, "premiumMonthly", { trialDays: 7 });
    await deliver(revenueCat.stores.expire(late.id, "premiumMonthly"));
    for (const one of [me, late]) {
      const { data } = await server.graphql<{ plans: { canTrial: boolean }[] }>(
        "{ plans { canTrial } }",
        {},
        { as: one },
      );
      expect(data!.plans.some(({ canTrial }) => canTrial)).toBe(false);
    }
  });

  test("a product without an entitlement opens nothing", async () => {
    const me = await begin("tips");
    expect(await rowsOf(me)).toEqual([]);
  });
});

describe("two stores at once", () => {
  test("are two subscriptions, and the higher access counts", async () => {
    const me = await begin("basicMonthly");
    await deliver(revenueCat.stores.buy(me.id, "playPremium"));
    expect(await rowsOf(me)).toMatchObject([
      { store: "app_store", planId: "basic-monthly", status: "active" },
      { store: "play_store", planId: "premium-monthly", status: "active" },
    ]);
    expect(await access(me)).toBe("premium");
    await deliver(revenueCat.stores.expire(me.id, "playPremium"));
    expect(await access(me)).toBe("basic");
  });

  test("of the same plan stay two, whichever the entitlement names", async () => {
    const me = await begin("premiumMonthly");
    pass(5 * day);
    await deliver(revenueCat.stores.buy(me.id, "playPremium"));
    expect(await statusesOf(me)).toEqual(["active", "active"]);
    await deliver(revenueCat.stores.renew(me.id, "premiumMonthly"));
    await deliver(revenueCat.stores.renew(me.id, "playPremium"));
    expect(await statusesOf(me)).toEqual(["active", "active"]);
  });
});

describe("a transfer to another account", () => {
  test.each(["the transfer’s news first", "the transfer’s news last"])(
    "moves access once, with %s",
    async (order) => {
      const [one, other] = [await begin(), await server.member()];
      const moved = revenueCat.stores.transfer(one.id, other.id);
      const renewed = revenueCat.stores.renew(other.id, "premiumMonthly");
      for (const event of order.endsWith("first") ? [moved, renewed] : [renewed, moved]) {
        await deliver(event);
        // Never no one's: the one who has paid isn't left out in between.
        expect(await access(other)).toBe("premium");
      }
      expect(await access(one)).toBe("free");
      expect([await statusesOf(one), await statusesOf(other)]).toEqual([["canceled"], ["active"]]);
      await deliver(revenueCat.stores.transfer(other.id, one.id));
      expect([await access(one), await access(other)]).toEqual(["premium", "free"]);
    },
  );

  test("to one that we don’t know yet waits for it", async () => {
    const [one, other] = [await begin(), randomUUID()];
    await deliver(revenueCat.stores.transfer(one.id, other));
    expect(await access(one)).toBe("free");
    const { rows } = await server.pool.query(
      "select 1 from billing.unclaimed_customers where customer_ref = $1",
      [other],
    );
    expect(rows).toHaveLength(1);
    await server.pool.query(
      `insert into identity."user" (id, name, email, "emailVerified") values ($1, 'Demo', $2, true)`,
      [other, `${other}@example.test`],
    );
    await sweepOwned(server.ctx());
    expect(await access({ id: other })).toBe("premium");
  });
});

describe("accounts", () => {
  test("a guest’s purchase stays when they register, and goes with them into the account that they sign in to", async () => {
    const guest = await server.anonymous();
    await deliver(revenueCat.stores.buy(guest.id, "premiumMonthly"));
    const member = await begin("basicMonthly");
    await server.ctx().transact((tx) => mergeBilling(tx, { from: guest.id, into: member.id }));
    await server.pool.query(`delete from identity."user" where id = $1`, [guest.id]);
    expect(await access(member)).toBe("premium");
    await deliver(revenueCat.stores.renew(guest.id, "premiumMonthly"));
    expect((await rowsOf(member)).map(({ planId, status }) => [planId, status]).sort()).toEqual([
      ["basic-monthly", "active"],
      ["premium-monthly", "active"],
    ]);
  });

  test("news that comes after the merge finds the account", async () => {
    const [guest, member] = [await server.anonymous(), await server.member()];
    const bought = revenueCat.stores.buy(guest.id, "premiumMonthly");
    await server.ctx().transact((tx) => mergeBilling(tx, { from: guest.id, into: member.id }));
    await server.pool.query(`delete from identity."user" where id = $1`, [guest.id]);
    await deliver(bought);
    expect(await access(member)).toBe("premium");
  });

  test("a purchase before sign-in is found by the alias", async () => {
    const me = await server.member();
    const anonymous = `$RCAnonymousID:${randomUUID().replaceAll("-", "")}`;
    await deliver(revenueCat.stores.buy(anonymous, "premiumMonthly"));
    revenueCat.stores.alias(anonymous, me.id);
    await deliver(revenueCat.stores.renew(anonymous, "premiumMonthly"));
    expect(await access(me)).toBe("premium");
  });

  test("a profile of the family buys for its account", async () => {
    const [holder, profile] = [await server.member(), randomUUID()];
    await server.pool.query(
      `insert into identity."user" (id, name, email, "emailVerified", "accountId") values ($1, 'Demo Kim', $2, false, $3)`,
      [profile, `${profile}@example.test`, holder.id],
    );
    await deliver(revenueCat.stores.buy(profile, "premiumMonthly"));
    expect(await statusesOf(holder)).toEqual(["active"]);
  });

  test("deleting an account deletes its customer there, and late news grants no one anything", async () => {
    const me = await begin();
    const late = revenueCat.stores.renew(me.id, "premiumMonthly");
    await server.pool.query(`delete from identity."user" where id = $1`, [me.id]);
    await forgetAccount(server.ctx(), me.id);
    await forgetAccount(server.ctx(), me.id);
    expect(revenueCat.has(me.id)).toBe(false);
    await deliver(late);
    expect(await rowsOf(me)).toEqual([]);
    const { rows } = await server.pool.query(
      "select 1 from billing.webhook_events where payload::text like $1",
      [`%${me.id}%`],
    );
    expect(rows).toEqual([]);
  });
});

test("only customers that RevenueCat named are asked about", () => {
  // Of these it had reported, and their account was deleted since.
  expect(revenueCat.createdByReading.length).toBeLessThanOrEqual(1);
});

test(
  "two hundred histories whose news is late, shuffled and doubled end in the stores’ state",
  { timeout: 180_000 },
  async () => {
    const { stores } = revenueCat;
    const name = "premiumMonthly";
    const acts = [
      (id: string) => stores.cancel(id, name),
      (id: string) => stores.uncancel(id, name),
      (id: string) => stores.renew(id, name),
      (id: string) => stores.failPayment(id, name, 6),
      (id: string) => stores.extend(id, name, 3),
      (id: string) => stores.expire(id, name),
      (id: string) => stores.refund(id, name),
      (id: string) => stores.buy(id, "playPremium"),
    ];
    const people = await registerPeople(server, 200);
    await inTurns(people, async (id) => {
      let waiting = [stores.buy(id, name, { trialDays: 7 })];
      for (const act of shuffled(acts).slice(0, 3)) {
        waiting = shuffled([...waiting, act(id)]);
        if (Math.random() < 0.4) await deliver(waiting[0]!);
      }
      for (const event of shuffled([...waiting, ...waiting])) await deliver(event);
      await expectLastState(server, "revenuecat", id);
    });
  },
);
