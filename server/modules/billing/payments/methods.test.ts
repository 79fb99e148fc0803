import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer } from "../../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../../testing/harness.ts";
import { runDue } from "../billing-cycle/runner.ts";
import { cards, cardToken, subscribeAs } from "../testing.ts";

/** Its own server, and so its own clock. */
let server: TestServer;
let aheadMs = 0;
beforeAll(async () => {
  server = await startTestServer({ roles: "api", clock: { now: () => new Date(Date.now() + aheadMs) } });
});
afterAll(() => server?.stop());

interface Stored {
  id: string;
  last4: string;
  isDefault: boolean;
}
const listOf = async (as: TestPerson) =>
  (
    await server.graphql<{ paymentMethods: Stored[] }>(
      "{ paymentMethods { id last4 isDefault } }",
      {},
      { as },
    )
  ).data!.paymentMethods;
const codeOf = async (as: TestPerson, mutation: string) =>
  (await server.graphql(`mutation { ${mutation} { id } }`, {}, { as })).errors[0]?.extensions.code ?? null;
const add = async (as: TestPerson, id: string, number: string) =>
  codeOf(
    as,
    `subscriptionUpdatePaymentMethod(id: "${id}", paymentMethodType: card, gateway: { provider: eightcount, token: "${await cardToken(server, number)}" })`,
  );

test("lists the cards that work, switches the default, and removes any other", async () => {
  const me = await server.anonymous();
  const { data } = await subscribeAs(server, me, { withoutTrial: true });
  const { id } = data!.subscriptionCreateV2;
  expect(await add(me, id, cards.ofCanada)).toBeNull();
  expect(await add(me, id, cards.declined)).toBe("CARD_DECLINED");
  const [current, first] = await listOf(me);
  expect(await listOf(me)).toMatchObject([
    { last4: "0000", isDefault: true },
    { last4: "4242", isDefault: false },
  ]);
  expect(await codeOf(me, `paymentMethodRemove(paymentMethodId: "${current!.id}")`)).toBe(
    "PAYMENT_METHOD_IN_USE",
  );
  const makeDefault = `paymentMethodMakeDefault(id: "${id}", paymentMethodId: "${first!.id}")`;
  expect(await codeOf(await server.anonymous(), makeDefault)).toBe("NOT_FOUND");
  expect(await codeOf(me, makeDefault)).toBeNull();
  expect(await codeOf(me, makeDefault)).toBeNull();
  expect(await codeOf(me, `paymentMethodRemove(paymentMethodId: "${current!.id}")`)).toBeNull();
  expect(await codeOf(me, `paymentMethodRemove(paymentMethodId: "${current!.id}")`)).toBe("NOT_FOUND");
  expect(await listOf(me)).toEqual([{ id: first!.id, last4: "4242", isDefault: true }]);
  aheadMs += 32 * 86_400_000;
  await runDue(server.ctx(), { untilMs: 60_000 });
  const { rows } = await server.pool.query(
    "select payment_method_id as by from billing.payments where account_id = $1 and purpose = 'renewal' and status = 'succeeded'",
    [me.id],
  );
  expect(rows).toEqual([{ by: first!.id }]);
});
