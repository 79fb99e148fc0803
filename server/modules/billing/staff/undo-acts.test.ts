import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { chargebeeSettings, startChargebeeServer } from "../../../testing/chargebee-server.ts";
import type { ChargebeeServer } from "../../../testing/chargebee-server.ts";
import { startTestServer } from "../../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../../testing/harness.ts";
import { applyProviderEvent } from "../payments/provider-events.ts";
import { beginAt, importPrices, webhookOf } from "../providers/chargebee/testing.ts";
import { actingAsStaff } from "./testing.ts";

let chargebee: ChargebeeServer;
let server: TestServer;
let admin: TestPerson;
let staff: ReturnType<typeof actingAsStaff>;
beforeAll(async () => {
  chargebee = await startChargebeeServer(() => Date.now());
  server = await startTestServer({ env: chargebeeSettings(chargebee.url) });
  admin = await server.member({ role: "admin" });
  staff = actingAsStaff(server, admin);
  await importPrices(server.ctx(), chargebee);
});
afterAll(async () => {
  await server?.stop();
  await chargebee?.stop();
  expect(chargebee?.faults ?? []).toEqual([]);
});

/** A member who pays Chargebee. */
async function payerOfChargebee() {
  const person = await server.member();
  const ref = beginAt(chargebee, person.id);
  for (const event of chargebee.unsent.splice(0)) {
    const { path, headers, body } = webhookOf(event);
    await server.fetch(path, { method: "POST", headers, body });
    await applyProviderEvent(server.ctx(), { provider: "chargebee", eventId: event.id });
  }
  return { person, held: () => chargebee.find(chargebee.subscriptions, ref) };
}
const orderFor = async (person: TestPerson) => {
  const { subscription, planVersion } = await staff.read(person);
  return { subscriptionId: subscription!.id, version: planVersion, key: randomUUID() };
};
const statusOf = async (person: TestPerson) => (await staff.read(person)).subscription!.status;
const member = async (person: TestPerson, mutation: (id: string) => string) => {
  const { subscriptionId } = await orderFor(person);
  const { errors } = await server.graphql(
    `mutation { ${mutation(subscriptionId)} { id } }`,
    {},
    { as: person },
  );
  expect(errors).toEqual([]);
};
const cancel = (id: string) => `subscriptionCancel(id: "${id}", atPeriodEnd: true)`;
const pause = (id: string) => `subscriptionPause(id: "${id}", months: 1)`;

test("undo a cancellation once per key, and the person is told when they pay next", async () => {
  const person = await staff.payer();
  const before = (await staff.read(person)).subscription!;
  expect(await staff.act("studioUndoCancel", person, await orderFor(person))).toBe("ILLEGAL_TRANSITION");
  await member(person, cancel);
  const order = await orderFor(person);
  expect(await staff.act("studioUndoCancel", person, { ...order, version: 0 })).toBe("CHANGED_MEANWHILE");
  const both = [1, 2].map(() => staff.act("studioUndoCancel", person, { ...order, key: order.key }));
  expect(await Promise.all(both)).toEqual([null, null]);
  expect((await staff.read(person)).subscription).toMatchObject({
    status: "active",
    nextBillingAt: before.nextBillingAt,
    accessEndsAt: before.accessEndsAt,
  });
  expect(await staff.audit("billing.cancellation_undone")).toMatchObject({
    subject: `person:${person.id}`,
    details: { before: { status: "non_renewing" }, after: { status: "active" } },
  });
  const notified = async () =>
    (await staff.subjects(person)).filter((one) => one.endsWith(" continues")).length;
  await expect.poll(notified).toBe(1);
});

test("resume a paused plan for the amount shown, once, and leave it paused if the card is declined", async () => {
  const person = await staff.payer();
  await member(person, pause);
  // Without credit: the whole price is charged.
  await server.pool.query("delete from billing.credits where account_id = $1", [person.id]);
  const order = await orderFor(person);
  const paid = await staff.held(person);
  const resume = (given: object) =>
    staff.act("studioResumePlan", person, { ...order, amount: 1499, ...given });
  expect(await resume({ key: randomUUID(), amount: 1498 })).toBe("AMOUNT_MISMATCH");
  const behave = (behaviour: string) =>
    server.pool.query("update billing.test_tokens set behaviour = $2 where account_id = $1", [
      person.id,
      behaviour,
    ]);
  await behave("CARD_DECLINED");
  expect(await resume({})).toBe("CARD_DECLINED");
  expect(await statusOf(person)).toBe("paused");
  await behave("succeeds");
  expect([await resume({}), await resume({})]).toEqual([null, null]);
  expect([await statusOf(person), await staff.held(person)]).toEqual(["active", paid + 1499]);
  expect(await staff.audit("billing.plan_resumed")).toMatchObject({
    details: { before: { status: "paused" }, after: { status: "active" } },
  });
});

test("do both at the provider that owns a subscription", async () => {
  const { person, held } = await payerOfChargebee();
  await member(person, cancel);
  expect(held().status).toBe("non_renewing");
  const undo = await orderFor(person);
  expect([
    await staff.act("studioUndoCancel", person, undo),
    await staff.act("studioUndoCancel", person, undo),
  ]).toEqual([null, null]);
  expect([held().status, await statusOf(person)]).toEqual(["active", "active"]);
  await member(person, pause);
  expect(held().status).toBe("paused");
  const resume = await orderFor(person);
  expect(await staff.act("studioResumePlan", person, resume)).toBeNull();
  expect([held().status, await statusOf(person)]).toEqual(["active", "active"]);
});

test("aren't for other staff, and not for a plan that the studio gave", async () => {
  const person = await staff.payer();
  await member(person, cancel);
  const order = await orderFor(person);
  const editor = await server.member({ role: "editor" });
  expect(await staff.act("studioUndoCancel", person, order, editor)).toBe("NOT_FOUND");
  await server.pool.query("update billing.subscriptions set is_complimentary = true where id = $1", [
    order.subscriptionId,
  ]);
  expect(await staff.act("studioUndoCancel", person, order)).toBe("ILLEGAL_TRANSITION");
});
