import { randomUUID } from "node:crypto";
import { afterEach, describe, expect, test } from "vitest";
import { vaultedNonceOf } from "../../../../testing/braintree-objects.ts";
import { braintreeNonces } from "../../../../testing/braintree-server.ts";
import type { TestPerson } from "../../../../testing/harness.ts";
import { runDue } from "../../billing-cycle/runner.ts";
import { sweepPayments } from "../../billing-cycle/sweep.ts";
import { begin, braintree, ctx, gateway, nonce, server, startWithBraintree } from "./testing.ts";

let aheadMs = 0;
const dayMs = 86_400_000;
startWithBraintree({ roles: "api", clock: { now: () => new Date(Date.now() + aheadMs) } });
afterEach(() => braintree.disturb(null));

const fields = `id status dunningStatus plan { id } dunning { invoiceId needsConfirmation }
  nextAction { type url clientSecret } confirmation { purpose amount }`;
interface Shown {
  readonly id: string;
  readonly status: string;
  readonly dunningStatus: string | null;
  readonly plan: { readonly id: string };
  readonly dunning: { readonly invoiceId: string; readonly needsConfirmation: boolean } | null;
  readonly nextAction: { readonly type: string; readonly url: null; readonly clientSecret: string } | null;
  readonly confirmation: { readonly purpose: string; readonly amount: number } | null;
}
/** Runs one mutation that answers a subscription, or its error's code. */
const act = async (me: TestPerson, call: string): Promise<Shown | string> => {
  const { data, errors } = await server.graphql<{ it: Shown }>(
    `mutation { it: ${call} { ${fields} } }`,
    {},
    { as: me },
  );
  return data?.it ?? errors[0]!.extensions.code;
};
const current = async (me: TestPerson): Promise<Shown> =>
  (
    await server.graphql<{ me: { primarySubscription: Shown } }>(
      `{ me { primarySubscription { ${fields} } } }`,
      {},
      { as: me },
    )
  ).data!.me.primarySubscription;
const pay = (me: TestPerson, invoiceId: string) =>
  act(me, `invoicePay(id: "${invoiceId}", amountInCents: 1499)`);
const refresh = (me: TestPerson, id: string, token?: string) =>
  act(me, `subscriptionRefresh(id: "${id}"${token ? `, token: "${token}"` : ""})`);
const paidOf = (me: TestPerson) =>
  [...braintree.sales.values()]
    .filter(({ customer, code }) => customer === me.id && code === "1000")
    .map(({ amount }) => amount);
/** The page's part: the bank was asked with the nonce of the stored card, which makes another one. */
const answered = (shown: Shown | string, what: "confirmed" | "unconfirmed" = "confirmed"): string => {
  const { nextAction } = shown as Shown;
  const [given, bin, amount, currency] = nextAction!.clientSecret.split("|");
  expect([bin, amount, currency]).toEqual(["411111", expect.stringMatching(/^\d+\.\d\d$/), "USD"]);
  return vaultedNonceOf(`${braintreeNonces[what]}_${randomUUID().slice(0, 8)}`, given!.split("_of_")[1]!);
};
const pass = async (days: number): Promise<void> => {
  for (let day = 0; day < days; day += 1) {
    aheadMs += dayMs;
    await runDue(server.ctx(), { untilMs: 60_000 });
  }
};
/** A member whose renewal the bank wants confirmed. */
const inDunning = async () => {
  const { me, answer } = await begin("confirmsLater", { planId: "premium-monthly" });
  expect(answer.errors).toEqual([]);
  await pass(31);
  const { id, dunning } = await current(me);
  expect(dunning).toMatchObject({ needsConfirmation: true });
  return { me, id, invoiceId: dunning!.invoiceId };
};

describe("a stored card whose bank wants the person", () => {
  test("pays a renewal after the page has asked the bank, once", async () => {
    const { me, id, invoiceId } = await inDunning();
    const waiting = await pay(me, invoiceId);
    expect(waiting).toMatchObject({
      nextAction: { type: "client_confirm", url: null },
      confirmation: { purpose: "renewal", amount: 1499 },
    });
    // Not yet: a reload shows it again, with a nonce that wasn't used.
    const again = await refresh(me, id);
    expect((again as Shown).nextAction!.clientSecret).not.toBe((waiting as Shown).nextAction!.clientSecret);
    expect(paidOf(me)).toEqual(["14.99"]);
    const token = answered(again);
    expect(await refresh(me, id, token)).toMatchObject({ status: "active", nextAction: null, dunning: null });
    expect(await refresh(me, id, token)).toMatchObject({ status: "active", nextAction: null });
    expect(paidOf(me)).toEqual(["14.99", "14.99"]);
  });

  test("charges once, although two tabs confirm at the same time or an answer is lost", async () => {
    const { me, id, invoiceId } = await inDunning();
    const waiting = await pay(me, invoiceId);
    const tokens = Array.from({ length: 5 }, () => answered(waiting));
    await Promise.all(tokens.map((token) => refresh(me, id, token)));
    expect(await refresh(me, id)).toMatchObject({ status: "active", nextAction: null, dunning: null });
    expect(paidOf(me)).toEqual(["14.99", "14.99"]);

    const other = await inDunning();
    const token = answered(await pay(other.me, other.invoiceId));
    braintree.disturb((call) => (call === "POST transactions" ? "lose answer" : null));
    expect(await refresh(other.me, other.id, token)).toBe("PROVIDER_UNAVAILABLE");
    braintree.disturb(null);
    expect(await refresh(other.me, other.id)).toMatchObject({ status: "active", nextAction: null });
    expect(paidOf(other.me)).toEqual(["14.99", "14.99"]);
  });

  test("keeps what the page was given while sweeps ask, and is settled by one after a lost answer", async () => {
    const { me, id, invoiceId } = await inDunning();
    const waiting = (await pay(me, invoiceId)) as Shown;
    const made = () => braintree.requests.filter((call) => call === "POST payment_methods/:id/nonces").length;
    const before = made();
    for (let sweep = 0; sweep < 3; sweep += 1) {
      aheadMs += 6 * 60_000;
      await sweepPayments(server.ctx());
    }
    expect(made()).toBe(before);
    expect(await current(me)).toMatchObject({ nextAction: waiting.nextAction });
    braintree.disturb((call) => (call === "POST transactions" ? "lose answer" : null));
    expect(await refresh(me, id, answered(waiting))).toBe("PROVIDER_UNAVAILABLE");
    braintree.disturb(null);
    await sweepPayments(server.ctx());
    expect(await current(me)).toMatchObject({ status: "active", nextAction: null, dunning: null });
    expect(paidOf(me)).toEqual(["14.99", "14.99"]);
  });

  test("is given up after a day without a new question, and takes nothing", async () => {
    const { me, invoiceId } = await inDunning();
    await pay(me, invoiceId);
    const before = braintree.requests.length;
    aheadMs += dayMs;
    await sweepPayments(server.ctx());
    expect(braintree.requests.slice(before)).not.toContain("POST payment_methods/:id/nonces");
    expect(await current(me)).toMatchObject({ nextAction: null, dunningStatus: "in_progress" });
    expect(paidOf(me)).toEqual(["14.99"]);
  });

  test("takes nothing if the bank didn't confirm, and lets the person try again or pay with another card", async () => {
    const { me, id, invoiceId } = await inDunning();
    const waiting = await pay(me, invoiceId);
    expect(await refresh(me, id, "nothing")).toBe("BAD_INPUT");
    expect(await refresh(me, id)).toMatchObject({ nextAction: { type: "client_confirm" } });
    expect(await refresh(me, id, answered(waiting, "unconfirmed"))).toBe("PAYMENT_ACTION_REQUIRED");
    expect(await current(me)).toMatchObject({ nextAction: null, dunningStatus: "in_progress" });
    expect(await pay(me, invoiceId)).toMatchObject({ nextAction: { type: "client_confirm" } });
    expect(paidOf(me)).toEqual(["14.99"]);
    const paid = await act(
      me,
      `subscriptionUpdatePaymentMethod(id: "${id}", gateway: { provider: braintree, token: "${nonce("good")}" }, paymentMethodType: card)`,
    );
    expect(paid).toMatchObject({ status: "active", nextAction: null, dunning: null });
    expect(paidOf(me)).toEqual(["14.99", "14.99"]);
  });

  test("pays an upgrade in the same way", async () => {
    const { me } = await begin("confirmsLater", { planId: "basic-monthly" });
    const { id } = await current(me);
    const waiting = await act(me, `subscriptionChangePlan(id: "${id}", planId: "premium-monthly")`);
    expect(waiting).toMatchObject({ plan: { id: "basic-monthly" }, confirmation: { purpose: "change" } });
    expect(await refresh(me, id, answered(waiting))).toMatchObject({ plan: { id: "premium-monthly" } });
  });

  test("is declined if it was removed at Braintree before the bank was asked", async () => {
    const { me, id, invoiceId } = await inDunning();
    await pay(me, invoiceId);
    const [card] = [...braintree.stored.values()].filter(({ customer }) => customer === me.id);
    await gateway.detach(ctx, `stored:${card!.token}`);
    expect(await refresh(me, id)).toBe("PAYMENT_ACTION_REQUIRED");
    expect(await current(me)).toMatchObject({ nextAction: null, dunningStatus: "in_progress" });
  });
});
