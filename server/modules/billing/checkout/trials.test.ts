import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer } from "../../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../../testing/harness.ts";
import { mergeBilling } from "../index.ts";
import { cards, cardToken, subscribeAs } from "../testing.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ roles: "api" });
});
afterAll(() => server?.stop());

const daysAhead = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const changeMethod = (as: TestPerson, id: string, token: string) =>
  server.graphql(
    `mutation { subscriptionUpdatePaymentMethod(id: "${id}", gateway: { provider: eightcount, token: "${token}" },
      paymentMethodType: card) { id } }`,
    {},
    { as },
  );
const canTrial = async (as: TestPerson): Promise<boolean> => {
  const { data } = await server.graphql<{ plans: { canTrial: boolean }[] }>(
    "{ plans { canTrial } }",
    {},
    { as },
  );
  return data!.plans.some((plan) => plan.canTrial);
};
/** The status, or the error's code. */
const begin = async (as: TestPerson, token?: string, trialOverrideTime?: string) => {
  const { data, errors } = await subscribeAs(server, as, {
    ...(token ? { token } : {}),
    ...(trialOverrideTime ? { trialOverrideTime } : {}),
  });
  return data?.subscriptionCreateV2.status ?? errors[0]!.extensions.code;
};

describe("a trial's end set by an admin", () => {
  test.each(["moderator", "editor"] as const)("is refused to a %s", async (role) => {
    const staff = await server.member({ role });
    expect(await begin(staff, undefined, daysAhead(40))).toBe("FORBIDDEN");
  });

  test("is bounded to a year, and recorded in the audit log", async () => {
    const admin = await server.member({ role: "admin" });
    expect(await begin(admin, undefined, "2150-01-01T00:00:00Z")).toBe("BAD_INPUT");
    expect(await begin(admin, undefined, daysAhead(-1))).toBe("BAD_INPUT");
    const trialEndsAt = daysAhead(40);
    expect(await begin(admin, undefined, trialEndsAt)).toBe("in_trial");
    const { rows } = await server.pool.query(
      "select action, details from identity.staff_acts where action = 'billing.trial_overridden'",
    );
    expect(rows).toEqual([
      { action: "billing.trial_overridden", details: { trialEndsAt, planId: "premium-monthly" } },
    ]);
  });
});

describe("one trial", () => {
  test("for a card that is added to another trial", async () => {
    const [one, other] = [await server.anonymous(), await server.anonymous()];
    const { data } = await subscribeAs(server, one);
    const card: [number, number] = [7, 2098];
    await changeMethod(one, data!.subscriptionCreateV2.id, await cardToken(server, cards.good, card));
    expect(await begin(other, await cardToken(server, cards.good, card))).toBe("TRIAL_NOT_AVAILABLE");
  });

  test("stays for a card that was declined when it was added", async () => {
    const one = await server.anonymous();
    const { data } = await subscribeAs(server, one);
    const card: [number, number] = [8, 2098];
    await changeMethod(one, data!.subscriptionCreateV2.id, await cardToken(server, cards.declined, card));
    const { rows } = await server.pool.query(
      "select count(*)::int as count from billing.trials where subscription_id = $1 and kind = 'card'",
      [data!.subscriptionCreateV2.id],
    );
    expect(rows).toEqual([{ count: 1 }]);
  });

  test("for a card that pays without a trial stays available elsewhere", async () => {
    const [one, other] = [await server.anonymous(), await server.anonymous()];
    const { data } = await subscribeAs(server, one, { withoutTrial: true });
    const card: [number, number] = [9, 2098];
    await changeMethod(one, data!.subscriptionCreateV2.id, await cardToken(server, cards.good, card));
    expect(await begin(other, await cardToken(server, cards.good, card))).toBe("in_trial");
  });

  test("for a household: other profiles of the account have none", async () => {
    const holder = await server.member();
    expect(await begin(holder)).toBe("in_trial");
    const { data } = await server.graphql<{
      createFamilyMember: { members: { id: string; isHolder: boolean }[] };
    }>(
      `mutation ($key: String!) { createFamilyMember(name: "Demo Kim", isChild: false, idempotencyKey: $key) { members { id isHolder } } }`,
      { key: randomUUID() },
      { as: holder },
    );
    const { id } = data!.createFamilyMember.members.find(({ isHolder }) => !isHolder)!;
    await server.graphql(`mutation { chooseFamilyMember(id: "${id}") { id } }`, {}, { as: holder });
    expect(await canTrial(holder)).toBe(false);
  });

  test("for an account that a guest with a trial was merged into", async () => {
    const [guest, member] = [await server.anonymous(), await server.member()];
    expect(await begin(guest)).toBe("in_trial");
    await server.ctx().transact((tx) => mergeBilling(tx, { from: guest.id, into: member.id }));
    expect(await canTrial(member)).toBe(false);
  });
});
