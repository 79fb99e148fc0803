import { beforeAll, describe, expect, test } from "vitest";
import { mergePeople } from "../../../app/merge.ts";
import type { TestPerson } from "../../../testing/harness.ts";
import { forgetAccount } from "../accounts/deletion.ts";
import { subscribeAs } from "../testing.ts";
import {
  admin,
  ask,
  estimate,
  list,
  make,
  quarter,
  refusalOf,
  server,
  startCouponEditing,
  take,
} from "./testing.ts";

startCouponEditing();

interface Batch {
  readonly id: string;
  readonly size: number;
  readonly redeemed: number;
  readonly archived: number;
}
interface Code {
  readonly id: string;
  readonly state: string;
  readonly isRedeemed: boolean;
  readonly redeemedAt: string | null;
  readonly member: { readonly id: string } | null;
}
const shown = "id size redeemed archived";
const create = (count: number, input: object = {}) =>
  server.graphql<{ batch: Batch & { example: object } }>(
    `mutation ($input: CouponInput!, $count: Int!) { batch: couponBatchCreate(input: $input, count: $count) {
      ${shown} example { basisPoints duration redemptionsLeft } } }`,
    { input: { ...quarter, ...input }, count },
    { as: admin },
  );
const archive = (id: string) =>
  server.graphql<{ batch: Batch }>(
    `mutation ($id: ID!) { batch: couponBatchArchive(id: $id) { ${shown} } }`,
    { id },
    { as: admin },
  );
async function codes(id: string, more: { filter?: string; search?: string; first?: number } = {}) {
  const found: Code[] = [];
  let after: string | null = null;
  do {
    const answer: { data: { page: { items: Code[]; nextCursor: string | null } } | null } =
      await server.graphql(
        `query ($id: ID!, $filter: CouponBatchFilter, $search: String, $pagination: Pagination) {
          page: couponBatchCodes(id: $id, filter: $filter, search: $search, pagination: $pagination) {
            nextCursor items { id state isRedeemed redeemedAt member { id } } } }`,
        { id, filter: more.filter, search: more.search, pagination: { first: more.first ?? 100, after } },
        { as: admin },
      );
    found.push(...answer.data!.page.items);
    after = answer.data!.page.nextCursor;
  } while (after);
  return found;
}
const takeAs = async (as: TestPerson, ...couponIds: string[]) => {
  const { data, errors } = await subscribeAs(server, as, { couponIds, withoutTrial: true });
  return data?.subscriptionCreateV2.status ?? errors[0]?.extensions.code;
};
const checkAs = async (as: TestPerson, code: string) => {
  const { data, errors } = await server.graphql<{ couponCheck: { id: string } }>(
    `query ($code: String!) { couponCheck(couponId: $code, planInfo: { planId: "premium-monthly", countryCode: "JP" }) { id } }`,
    { code },
    { as },
  );
  return data?.couponCheck.id ?? errors[0]?.extensions.code;
};
const download = async (id: string) => {
  const answer = await server.fetch(`/api/studio/coupon-batches/${id}.csv`, {
    headers: { "x-auth-token": `Bearer ${await admin.token()}` },
  });
  const [head, ...lines] = (await answer.text()).trimEnd().split("\r\n");
  return { answer, head, lines: lines.map((line) => line.split(",")) };
};

describe("a batch of one-time codes", () => {
  beforeAll(async () => {
    expect((await create(5, { code: " flyer " })).data?.batch).toEqual({
      id: "FLYER",
      size: 5,
      redeemed: 0,
      archived: 0,
      example: { basisPoints: 2500, duration: "one_time", redemptionsLeft: 1 },
    });
  });

  test("has as many different codes as asked, which aren't among the studio's other promo codes", async () => {
    const found = await codes("flyer", { first: 2 });
    expect(new Set(found.map(({ id }) => id)).size).toBe(5);
    for (const { id } of found) expect(id).toMatch(/^FLYER-[A-HJ-NP-Z2-9]{8}$/);
    const { data } = await list({ first: 100 });
    expect(data!.studioCoupons.items.filter(({ id }) => id.startsWith("FLYER"))).toEqual([]);
    expect(await codes("FLYER", { search: found[3]!.id.slice(-8).toLowerCase() })).toEqual([found[3]]);
  });

  test("sells each code to one account, and shows who redeemed it", async () => {
    const [first, second] = await codes("FLYER");
    expect(await estimate(first!.id)).toMatchObject({ invoiceEstimate: { discountsTotal: 475 } });
    const people = await Promise.all([1, 2, 3].map(() => server.anonymous()));
    const answers = await Promise.all(people.map((as) => takeAs(as, first!.id.toLowerCase())));
    expect(answers.toSorted()).toEqual(["COUPON_EXHAUSTED", "COUPON_EXHAUSTED", "active"]);
    const winner = people[answers.indexOf("active")]!;
    expect(await codes("FLYER", { filter: "redeemed" })).toEqual([
      { ...first, isRedeemed: true, redeemedAt: expect.any(String), member: { id: winner.id } },
    ]);
    expect(await take(second!.id)).toBe("active");
  });

  test("gives an account one code of it, in one checkout and in a later one", async () => {
    const [one, other] = await codes("FLYER", { filter: "unused" });
    const person = await server.anonymous();
    expect(await takeAs(person, one!.id, other!.id)).toBe("COUPON_EXHAUSTED");
    expect(await takeAs(person, one!.id)).toBe("active");
    expect(await checkAs(person, other!.id)).toBe("COUPON_EXHAUSTED");
  });

  test("archives what no one redeemed at once, and audits it once", async () => {
    const unused = await codes("FLYER", { filter: "unused" });
    expect(unused).toHaveLength(2);
    for (let times = 0; times < 2; times += 1)
      expect((await archive("flyer")).data?.batch).toEqual({
        id: "FLYER",
        size: 5,
        redeemed: 3,
        archived: 2,
      });
    expect(await take(unused[0]!.id)).toBe("COUPON_UNKNOWN");
    const { rows } = await server.pool.query(
      "select action, details ->> 'count' as count from identity.staff_acts where subject = 'coupon-batch:FLYER' order by happened_at",
    );
    expect(rows).toEqual([
      { action: "billing.coupon_batch_created", count: "5" },
      { action: "billing.coupon_batch_archived", count: "2" },
    ]);
  });

  test("is a CSV file of every code with its link and state, without names", async () => {
    const { answer, head, lines } = await download("FLYER");
    expect(answer.headers.get("content-disposition")).toContain("FLYER.csv");
    expect(head).toBe("code,link,state,redeemedAt");
    expect(lines).toHaveLength(5);
    const states = lines.map(([code, link, state]) => {
      expect(link).toMatch(new RegExp(`/checkout\\?coupon=${code}$`));
      return state;
    });
    expect(states.toSorted()).toEqual(["archived", "archived", "redeemed", "redeemed", "redeemed"]);
  });
});

test("shows a code as redeemed once the account is deleted, without who and when", async () => {
  await create(1, { code: "LEFT" });
  const [code] = await codes("LEFT");
  const person = await server.anonymous();
  expect(await takeAs(person, code!.id)).toBe("active");
  await server.pool.query(`delete from identity."user" where id = $1`, [person.id]);
  await forgetAccount(server.ctx(), person.id);
  expect(await codes("LEFT", { filter: "redeemed" })).toEqual([{ ...code, isRedeemed: true }]);
  expect((await download("LEFT")).lines).toEqual([[code!.id, expect.any(String), "redeemed", ""]]);
});

test("lets no one redeem a code more than once by its limits", async () => {
  await create(1, { code: "ONCE" });
  const [code] = await codes("ONCE");
  for (const maxRedemptions of [null, 1000])
    expect(refusalOf(await ask("limits", { id: code!.id, maxRedemptions }))).toMatchObject({
      code: "NOT_FOUND",
    });
  expect(await take(code!.id)).toBe("active");
  expect(await take(code!.id)).toBe("COUPON_EXHAUSTED");
});

test("gives an account one of two codes that it redeems at the same time", async () => {
  await create(2, { code: "TWO" });
  const person = await server.anonymous();
  const { data } = await subscribeAs(server, person, { withoutTrial: true });
  const answers = await Promise.all(
    (await codes("TWO")).map(({ id }) =>
      server.graphql(
        `mutation ($id: ID!, $code: ID!) { subscriptionRedeemCoupon(id: $id, couponId: $code) { id } }`,
        { id: data!.subscriptionCreateV2.id, code: id },
        { as: person },
      ),
    ),
  );
  expect(answers.map((answer) => refusalOf(answer) ?? "redeemed")).toEqual(
    expect.arrayContaining(["redeemed", expect.objectContaining({ code: "COUPON_EXHAUSTED" })]),
  );
  expect(await codes("TWO", { filter: "redeemed" })).toHaveLength(1);
});

test("leaves the codes of two accounts that become one redeemed, and gives it no third", async () => {
  await create(3, { code: "UNITED" });
  const [one, other, third] = await codes("UNITED");
  const [guest, member] = [await server.anonymous(), await server.member()];
  expect(await takeAs(guest, one!.id)).toBe("active");
  expect(await takeAs(member, other!.id)).toBe("active");
  await mergePeople(server.ctx(), { from: guest.id, into: member.id });
  expect(await codes("UNITED", { filter: "redeemed" })).toMatchObject([
    { id: one!.id, member: { id: member.id } },
    { id: other!.id, member: { id: member.id } },
  ]);
  expect(await checkAs(member, third!.id)).toBe("COUPON_EXHAUSTED");
});

test("makes 10,000 codes once for a double click", async () => {
  const answers = await Promise.all([create(10_000, { code: "MANY" }), create(10_000, { code: "many" })]);
  expect(answers.map(({ data }) => data?.batch.size ?? null).toSorted()).toEqual([10_000, null]);
  expect(refusalOf(answers.find(({ data }) => !data)!)).toMatchObject({
    code: "COUPON_EXISTS",
    field: "code",
  });
  const { rows } = await server.pool.query(
    "select count(*)::int as count, count(distinct id)::int as different from billing.coupons where batch_id = 'MANY'",
  );
  expect(rows).toEqual([{ count: 10_000, different: 10_000 }]);
});

test("has the fixed amounts of its promotion in every code", async () => {
  await create(2, {
    code: "YEN",
    discountType: "fixed_amount",
    basisPoints: null,
    amounts: [{ currencyCode: "JPY", amount: 600 }],
  });
  for (const { id } of await codes("YEN"))
    expect(await estimate(id)).toMatchObject({ invoiceEstimate: { discountsTotal: 600 } });
});

test.each<[wrong: { count?: number; [field: string]: unknown }, field: string]>([
  [{ count: 0 }, "count"],
  [{ count: 10_001 }, "count"],
  [{ maxRedemptions: 5 }, "maxRedemptions"],
  [{ code: "A".repeat(32) }, "code"],
  [{ basisPoints: 0 }, "basisPoints"],
])("refuses %j", async ({ count = 3, ...input }, field) => {
  const answer = await create(count, { code: "WRONG", ...input });
  expect(refusalOf(answer)).toMatchObject({ code: "BAD_INPUT", field });
});

test("offers no code of a batch as the student price", async () => {
  const student = { duration: "limited_period", months: 3, forStudents: true };
  await make({ code: "CAMPUS", ...student });
  await create(2, { code: "CAMPUS-FAIR", ...student });
  const { data } = await server.graphql(`{ studentOffer { code } }`, {}, { as: await server.anonymous() });
  expect(data).toEqual({ studentOffer: { code: "CAMPUS" } });
});
