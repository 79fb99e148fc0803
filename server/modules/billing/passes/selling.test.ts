import { describe, expect, test } from "vitest";
import { access, admin, buy, days, estimate, pass, server, staff, startPasses } from "./testing.ts";

startPasses();

const input = {
  name: "Weekend pass",
  accessType: "standard",
  periodUnit: "day",
  days: 3,
  seats: 1,
  trialDays: null as number | null,
  isBestValue: false,
  position: 20,
  prices: [{ currencyCode: "EUR", amount: 400 }],
};
const create = async (change: Partial<Record<keyof typeof input, unknown>>, as = admin) => {
  const { data, errors } = await server.graphql<{ planCreate: { id: string } }>(
    "mutation ($input: PlanCreateInput!) { planCreate(input: $input) { id } }",
    { input: { ...input, ...change } },
    { as },
  );
  const { code, field } = (errors[0]?.extensions ?? {}) as { code?: string; field?: string };
  return data?.planCreate.id ?? [code, field];
};
const versionOf = async (planId: string) => {
  const { rows } = await server.pool.query<{ id: string }>(
    "select id from billing.price_versions where plan_id = $1 and currency_code = 'EUR' order by valid_from desc limit 1",
    [planId],
  );
  return rows[0]!.id;
};

describe("a studio", () => {
  test("sees at each field of a new pass what is wrong", async () => {
    expect(await create({ days: 0 })).toEqual(["BAD_INPUT", "days"]);
    expect(await create({ days: 367 })).toEqual(["BAD_INPUT", "days"]);
    expect(await create({ days: null })).toEqual(["BAD_INPUT", "days"]);
    expect(await create({ periodUnit: "month" })).toEqual(["BAD_INPUT", "days"]);
    expect(await create({ periodUnit: "week", days: null })).toEqual(["BAD_INPUT", "periodUnit"]);
    expect(await create({ trialDays: 7 })).toEqual(["BAD_INPUT", "trialDays"]);
    expect(await create({ isBestValue: true })).toEqual(["BAD_INPUT", "isBestValue"]);
    expect(await create({ prices: [] })).toEqual(["BAD_INPUT", "prices"]);
    expect(await create({}, await server.member({ role: "support" }))).toEqual(["NOT_FOUND", undefined]);
  });

  test("puts a pass on sale once, with a line in the audit log, where it has a price", async () => {
    expect(await create({})).toBe("weekend-pass-3-days");
    expect(await create({})).toEqual(["PLAN_EXISTS", "name"]);
    expect(await create({ days: 1 })).toBe("weekend-pass-1-day");
    expect(await staff.audit("billing.plan_created")).toMatchObject({
      subject: "plan:weekend-pass-1-day",
      details: {
        period: 1,
        periodUnit: "day",
        renews: false,
        prices: [{ currencyCode: "EUR", amount: 400 }],
      },
    });
    const ids = async (countryCode: string) => {
      const { data } = await server.graphql<{ passes: { id: string }[] }>(
        `{ passes(countryCode: "${countryCode}") { id } }`,
      );
      return data!.passes.map(({ id }) => id);
    };
    expect(await ids("DE")).toContain("weekend-pass-3-days");
    expect(await ids("US")).not.toContain("weekend-pass-3-days");
  });

  test("retires a pass, which its members keep to its end", async () => {
    const me = await server.member();
    await buy(me);
    const edit = (change: object, version: number) =>
      server.graphql(
        `mutation ($id: ID!, $version: Int!, $input: PlanEditInput!) { planEdit(id: $id, version: $version, input: $input) { version } }`,
        {
          id: pass,
          version,
          input: { name: "Premium pass", isBestValue: false, isOffered: false, position: 90, ...change },
        },
        { as: admin },
      );
    expect((await edit({ trialDays: 7 }, 1)).errors[0]!.extensions).toMatchObject({ field: "trialDays" });
    expect((await edit({}, 1)).errors).toEqual([]);
    expect((await estimate(me, pass)).error?.code).toBe("PLAN_UNKNOWN");
    await days(9);
    expect(await access(me)).toBe("premium");
    expect((await edit({ isOffered: true }, 2)).errors).toEqual([]);
  });

  test("changes the price for new buyers alone", async () => {
    const versionId = await versionOf(pass);
    const { errors } = await server.graphql(
      `mutation ($versionId: ID!) { priceChangeAnnounce(versionId: $versionId, startsOn: "2099-01-01", endsWithoutConsent: false) { id } }`,
      { versionId },
      { as: admin },
    );
    expect(errors[0]!.extensions).toMatchObject({ code: "BAD_INPUT", field: "versionId" });
  });
});
