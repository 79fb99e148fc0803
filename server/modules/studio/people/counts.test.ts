import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer } from "../../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../../testing/harness.ts";

let server: TestServer;
let admin: TestPerson;
beforeAll(async () => {
  server = await startTestServer({ roles: "api" });
  admin = await server.member({ role: "admin" });
});
afterAll(() => server?.stop());

/** A member with a subscription. @returns their id */
async function subscribe(given: {
  status: string;
  currency?: string;
  isComplimentary?: boolean;
  isInDunning?: boolean;
}): Promise<string> {
  const { id } = await server.member();
  await server.pool.query(
    `insert into billing.subscriptions (id, person_id, status, provider, access_type, plan_id, currency_code, country_code,
       price_amount, is_complimentary, dunning_status)
     values ($1, $2, $3, 'eightcount', 'premium', 'premium-monthly', $4, 'DE', 1500, $5, $6)`,
    [
      randomUUID(),
      id,
      given.status,
      given.currency ?? "EUR",
      given.isComplimentary ?? false,
      given.isInDunning ? "in_progress" : null,
    ],
  );
  return id;
}
const people = async (filter: object): Promise<string[]> => {
  const { data, errors } = await server.graphql<{ studioPeople: { items: { id: string }[] } }>(
    `query ($filter: StudioPeopleFilter) { studioPeople(filter: $filter, pagination: { first: 100 }) { items { id } } }`,
    { filter },
    { as: admin },
  );
  expect(errors).toEqual([]);
  return data!.studioPeople.items.map(({ id }) => id);
};

/** The filter that the revenue page's counts lead to, by their status. */
const stages: Readonly<Record<string, string>> = {
  active: "paying",
  payment_failed: "payment_failed",
  non_renewing: "leaving",
  in_trial: "trialing",
  paused: "paused",
};

test("each count of members by plan and currency is that of the list behind it", async () => {
  const statuses = ["active", "active", "non_renewing", "in_trial", "paused"];
  for (const currency of ["EUR", "USD", "EUR"])
    for (const status of statuses) await subscribe({ status, currency });
  await subscribe({ status: "active", isInDunning: true });
  const given = [
    await subscribe({ status: "active", isComplimentary: true }),
    await subscribe({ status: "non_renewing", isComplimentary: true }),
  ];
  const { data } = await server.graphql<{
    moneyOverview: {
      subscriptionCounts: { planId: string; status: string; currencyCode: string; count: number }[];
    };
  }>(`{ moneyOverview { subscriptionCounts { planId status currencyCode count } } }`, {}, { as: admin });
  const counts = data!.moneyOverview.subscriptionCounts;
  expect(counts.length).toBe(9);
  for (const { planId, status, currencyCode, count } of counts) {
    const listed = await people({ planId, currencyCode, stage: stages[status] });
    expect([status, currencyCode, listed.length]).toEqual([status, currencyCode, count]);
  }
  expect((await people({ stage: "complimentary" })).toSorted()).toEqual(given.toSorted());
});

test("a filter by country or currency lists members by their plan, and not those who bought a course alone", async () => {
  const member = await subscribe({ status: "active", currency: "CHF" });
  const buyer = await subscribe({ status: "non_renewing", currency: "CHF" });
  await server.pool.query(
    "update billing.subscriptions set opens_id = $2, is_prepaid = true where person_id = $1",
    [buyer, randomUUID()],
  );
  await server.pool.query("update billing.subscriptions set country_code = 'CH' where currency_code = 'CHF'");
  expect(await people({ currencyCode: "CHF" })).toEqual([member]);
  expect(await people({ countryCode: "CH" })).toEqual([member]);
  expect(await people({ planId: "premium-monthly", currencyCode: "CHF" })).toContain(buyer);
});
