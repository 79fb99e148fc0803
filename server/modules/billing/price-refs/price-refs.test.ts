import { afterAll, beforeAll, expect, test } from "vitest";
import type { Ctx } from "../../../ctx.ts";
import { startTestServer } from "../../../testing/harness.ts";
import type { TestServer } from "../../../testing/harness.ts";
import { ProviderUnavailable } from "../errors.ts";
import type { HeldCoupon, HeldPrice, SubscriptionOwner } from "../owner-ports.ts";
import { listOffers } from "../plans/offers.ts";
import { seedCoupon } from "../seed.ts";
import { checkRefs, importRefs } from "./price-refs.ts";
import { readRefs } from "./read.ts";
import { findCouponRef, findPlanOfRef } from "./store.ts";

/** A provider's prices and coupons, as its API would answer. */
const prices = new Map<string, HeldPrice>();
const coupons = new Map<string, HeldCoupon>();
let isAway = false;
const answer = <Held>(held: Map<string, Held>, refs: readonly string[]): Promise<Held[]> =>
  isAway
    ? Promise.reject(new ProviderUnavailable())
    : Promise.resolve(refs.flatMap((ref) => held.get(ref) ?? []));
const nothing = () => Promise.resolve({ subscriptions: [], whole: [] });
const owner: SubscriptionOwner = {
  provider: "chargebee",
  billedBy: () => "Chargebee",
  priceBook: {
    prices: (_ctx, refs) => answer(prices, refs),
    coupons: (_ctx, refs) => answer(coupons, refs),
  },
  read: nothing,
  readCustomer: nothing,
  dashboardUrl: () => null,
};

let server: TestServer;
let ctx: Ctx;
beforeAll(async () => {
  server = await startTestServer({ roles: "api" });
  const base = server.ctx();
  const owners = { all: [owner], find: (name: string) => (name === owner.provider ? owner : null) };
  ctx = Object.assign(Object.create(base) as Ctx, { ports: { ...base.ports, owners } });
  const month = { period: 1, periodUnit: "month" } as const;
  prices.set("premium-usd", { ref: "premium-usd", amount: 1499, currencyCode: "USD", ...month });
  prices.set("basic-usd", { ref: "basic-usd", amount: 799, currencyCode: "USD", ...month });
  const coupon = {
    id: "REFS20",
    discountType: "percentage",
    basisPoints: 2000,
    amounts: {},
    duration: "one_time",
    durationMonths: null,
    appliesTo: "invoice",
    state: "active",
    planIds: null,
    redeemBy: null,
    redemptionsLeft: null,
  } as const;
  await base.transact((tx) => seedCoupon(tx, coupon));
  const twenty = {
    basisPoints: 2000,
    amount: null,
    currencyCode: null,
    duration: "one_time",
    durationMonths: null,
  } as const;
  coupons.set("twenty", { ref: "twenty", ...twenty });
});
afterAll(() => server?.stop());

const given = (text: string) => readRefs(text.replaceAll("; ", "\n"));
const offered = async () =>
  // A ctx of its own, as each request has: it remembers what it listed.
  (
    await listOffers(Object.assign(Object.create(ctx) as Ctx, { memo: new Map() }), "plans", {
      provider: "chargebee",
      countryCode: "US",
      accessType: null,
    })
  ).map(({ id }) => id);
const differences = async () =>
  (await server.pool.query("select kind, subject, details from billing.differences order by id")).rows;

test("a list with faulty lines is refused, and names each of them", () => {
  const text =
    "plan,z,USD; coupon,X,usd,x; other,y,USD,b; plan,a,USD,r1; plan,a,USD,r2; # a comment; plan,b,EUR,r1";
  expect(() => given(text)).toThrow(
    [
      "line 1: must be plan,plan,currency,reference",
      "line 2: needs a currency in three capital letters",
      "line 3: must begin with plan or coupon",
      "line 5: the same as line 4",
    ].join("\n"),
  );
  expect(() => given("# nothing")).toThrow("There is no plan in it");
});

test("nothing is imported unless every price and coupon is the same at the provider", async () => {
  prices.set("yearly-usd", {
    ref: "yearly-usd",
    amount: 11900,
    currencyCode: "USD",
    period: 1,
    periodUnit: "month",
  });
  const faults = await importRefs(
    ctx,
    owner,
    given(
      "plan,premium-monthly,USD,basic-usd; plan,premium-yearly,USD,yearly-usd; plan,none,USD,none; coupon,REFS20,,none; coupon,NONE,,twenty",
    ),
  );
  expect(faults.map(({ kind, subject }) => [kind, subject])).toEqual([
    ["other_price", "premium-monthly USD"],
    ["price_missing", "premium-yearly USD"],
    ["plan_unknown", "none USD"],
    ["coupon_missing", "REFS20"],
    ["coupon_unknown", "NONE"],
  ]);
  expect(await offered()).toEqual([]);
});

test("imported plans are offered through the provider, and references lead both ways", async () => {
  const text =
    "plan,premium-monthly,USD,premium-usd; plan,basic-monthly,USD,basic-usd; coupon,refs20,,twenty";
  expect(await importRefs(ctx, owner, given(text))).toEqual([]);
  expect(new Set(await offered())).toEqual(new Set(["basic-monthly", "premium-monthly"]));
  expect(await findPlanOfRef(ctx.db, "chargebee", "premium-usd")).toMatchObject({
    planId: "premium-monthly",
  });
  const coupon = { provider: "chargebee", couponId: "REFS20", currencyCode: "USD" };
  expect(await findCouponRef(ctx.db, coupon)).toBe("twenty");
  expect(await findCouponRef(ctx.db, { ...coupon, provider: "revenuecat" })).toBeNull();
  const { rows } = await server.pool.query(
    `select details from identity.staff_acts where action = 'billing.price_refs_imported'`,
  );
  expect(rows).toEqual([{ details: { plans: 2, coupons: 1 } }]);
});

test("a plan isn't offered once its price differs, and staff see the difference once", async () => {
  prices.set("premium-usd", { ...prices.get("premium-usd")!, amount: 1599 });
  coupons.delete("twenty");
  for (let night = 0; night < 2; night += 1) expect(await checkRefs(ctx, owner)).toHaveLength(2);
  expect(await offered()).toEqual(["basic-monthly"]);
  expect(
    await findCouponRef(ctx.db, { provider: "chargebee", couponId: "REFS20", currencyCode: "USD" }),
  ).toBeNull();
  expect(await differences()).toEqual([
    {
      kind: "other_price",
      subject: "premium-monthly USD",
      details: { ref: "premium-usd", theirs: 1599, amount: 1599, ours: 1499, currency: "USD" },
    },
    { kind: "coupon_missing", subject: "REFS20", details: { ref: "twenty" } },
  ]);
  prices.set("premium-usd", { ...prices.get("premium-usd")!, amount: 1499 });
  await checkRefs(ctx, owner);
  expect(await offered()).toHaveLength(2);
});

test("a provider that doesn't answer changes nothing", async () => {
  isAway = true;
  await expect(checkRefs(ctx, owner)).rejects.toThrow(ProviderUnavailable);
  isAway = false;
  expect(await offered()).toHaveLength(2);
});
