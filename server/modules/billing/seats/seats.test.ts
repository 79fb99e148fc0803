import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { call, days, paidBy, server, startBilling } from "../subscriptions/testing.ts";
import { subscribeAs } from "../testing.ts";

startBilling();

test("a family that changes to a plan of one seat keeps its seats until the term ends, and its profiles after it", async () => {
  const me = await server.member();
  const { data } = await subscribeAs(server, me, { planId: "premium-family-yearly", withoutTrial: true });
  const { id } = data!.subscriptionCreateV2;
  const children: string[] = [];
  for (const name of ["Demo Ada", "Demo Ben"]) {
    const added = await server.graphql<{ createFamilyMember: { members: { id: string }[] } }>(
      `mutation { createFamilyMember(name: "${name}", isChild: true, pin: "2468", idempotencyKey: "${randomUUID()}") { members { id } } }`,
      {},
      { as: me },
    );
    children.push(added.data!.createFamilyMember.members.at(-1)!.id);
  }
  const family = async () =>
    (
      await server.graphql<{ family: { members: object[]; seats: { count: number; personIds: string[] } } }>(
        "{ family { members { id } seats { count personIds } } }",
        {},
        { as: me },
      )
    ).data!.family;
  const withSixSeats = { count: 6, personIds: [me.id, ...children] };
  expect((await family()).seats).toEqual(withSixSeats);

  expect(await call(me, "subscriptionChangePlan", `id: "${id}", planId: "premium-yearly"`)).toMatchObject({
    plan: { id: "premium-family-yearly" },
    nextPlan: { id: "premium-yearly" },
    nextAmount: 11_900,
  });
  await days(300);
  expect((await family()).seats).toEqual(withSixSeats);
  await days(66);
  expect(await paidBy(me.id)).toEqual([17_900, 11_900]);
  const after = await family();
  expect(after.seats).toEqual({ count: 1, personIds: [me.id] });
  expect(after.members).toHaveLength(3);

  // Back to the family plan: the same profiles have their seats again.
  expect(
    await call(me, "subscriptionChangePlan", `id: "${id}", planId: "premium-family-yearly"`),
  ).toMatchObject({ plan: { id: "premium-family-yearly" } });
  expect((await family()).seats).toEqual(withSixSeats);
});
