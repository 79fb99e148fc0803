import { expect, test } from "vitest";
import { eachOf } from "../../../testing/each-of.ts";
import { applyProviderEvent } from "../payments/provider-events.ts";
import { reconcile } from "../reconciliation/reconciliation.ts";
import { subscribeAs, subscriptionOf } from "../testing.ts";
import type { GatewayFixture, Webhook } from "./gateway-stand.ts";

const minuteMs = 60_000;
const histories = 200;

/** The part of the contract about what a provider tells after a payment: disputes, late failures, refunds that fail. */
export function testWebhooks(on: GatewayFixture): void {
  /** A member whose first term is paid and settled. */
  const begin = async () => {
    const me = await on.server.anonymous();
    const given = {
      provider: on.gateway.provider,
      token: await on.stand.token(on.server, "good"),
      withoutTrial: true,
    };
    const { errors } = await subscribeAs(on.server, me, given);
    expect(errors).toEqual([]);
    const { rows } = await on.server.pool.query<{ id: string; ref: string; invoiceId: string }>(
      `select id, provider_ref as ref, invoice_id as "invoiceId" from billing.payments where account_id = $1`,
      [me.id],
    );
    return { me, payment: rows[0]! };
  };
  type Member = Awaited<ReturnType<typeof begin>>;
  const applyReceived = async (): Promise<void> => {
    const { rows } = await on.server.pool.query<{ provider: string; eventId: string }>(
      `select provider, event_id as "eventId" from billing.webhook_events where applied_at is null order by received_at`,
    );
    for (const event of rows) await applyProviderEvent(on.ctx, event);
  };
  /** Delivers webhooks, and runs the jobs that apply them. */
  const deliver = async (webhooks: readonly Webhook[] = on.stand.takeWebhooks()): Promise<void> => {
    for (const send of webhooks) expect(await send(on.server)).toBe(200);
    await applyReceived();
  };
  const statusOf = async ({ me }: Member) => (await subscriptionOf(on.server, me))?.status;
  const creditedOf = async ({ payment }: Member) =>
    (
      await on.server.pool.query<{ reason: string; amount: number }>(
        "select reason, amount from billing.credit_notes where invoice_id = $1",
        [payment.invoiceId],
      )
    ).rows;
  const night = () =>
    reconcile(on.ctx, on.gateway, new Date(Date.now() - 60 * minuteMs), new Date(Date.now() + minuteMs));

  test("stops renewals when a dispute opens, ends the subscription once it is lost, and goes on once it is won", async () => {
    const [open, won, lost] = [await begin(), await begin(), await begin()];
    on.stand.settle();
    for (const { payment } of [open, won, lost]) await on.stand.dispute(on.ctx, payment.ref, "open");
    await deliver();
    expect(await statusOf(open)).toBe("non_renewing");
    await on.stand.dispute(on.ctx, won.payment.ref, "won");
    await on.stand.dispute(on.ctx, lost.payment.ref, "lost");
    await deliver();
    expect(await statusOf(won)).toBe("non_renewing");
    const id = (await subscriptionOf(on.server, won.me))!.id;
    const undo = `mutation { subscriptionUndoCancel(id: "${id}") { status } }`;
    expect((await on.server.graphql(undo, {}, { as: won.me })).errors).toEqual([]);
    expect(await statusOf(lost)).toBe("canceled");
    expect(await creditedOf(lost)).toEqual([{ reason: "dispute_lost", amount: 1499 }]);
  });

  test("ends the subscription of a payment that fails after it had succeeded, and credits its invoice", async () => {
    const one = await begin();
    await on.stand.failLater(on.ctx, one.payment.ref);
    await deliver();
    expect(await statusOf(one)).toBe("canceled");
    expect(await creditedOf(one)).toEqual([{ reason: "dispute_lost", amount: 1499 }]);
  });

  test("counts a refund no more that the bank returned", async () => {
    const { payment } = await begin();
    on.stand.settle();
    const { rows } = await on.server.pool.query<{ id: string }>(
      `insert into billing.refunds (id, payment_id, invoice_id, amount, reason, status, created_at)
       values (gen_random_uuid(), $1, $2, 500, 'goodwill', 'succeeded', now()) returning id`,
      [payment.id, payment.invoiceId],
    );
    const { id: key } = rows[0]!;
    await on.gateway.refund(on.ctx, { key, ref: payment.ref, amount: 500 });
    await on.stand.failRefund(payment.ref, key);
    await deliver();
    const refund = await on.server.pool.query("select status from billing.refunds where id = $1", [key]);
    expect(refund.rows).toEqual([{ status: "failed" }]);
    const { data } = await on.server.graphql<{ moneyOverview: { failedRefunds: { payment: object }[] } }>(
      "{ moneyOverview { failedRefunds { payment { providerName ref dashboardUrl } } } }",
      {},
      { as: await on.server.member({ role: "finance" }) },
    );
    const { name, paymentUrl } = on.gateway;
    expect(data!.moneyOverview.failedRefunds.map((failed) => failed.payment)).toEqual([
      {
        providerName: name,
        ref: payment.ref,
        dashboardUrl: paymentUrl?.call(on.gateway, payment.ref) ?? null,
      },
    ]);
  });

  test("heals lost webhooks by the nightly comparison", async () => {
    await night();
    const [disputed, failed, refunded] = [await begin(), await begin(), await begin()];
    on.stand.settle();
    await on.stand.dispute(on.ctx, disputed.payment.ref, "lost");
    await on.stand.failLater(on.ctx, failed.payment.ref);
    await on.stand.refundThere(on.ctx, refunded.payment.ref, 400);
    on.stand.takeWebhooks();
    expect(await night()).toBe(1);
    expect(await night()).toBe(0);
    expect([await statusOf(disputed), await statusOf(failed)]).toEqual(["canceled", "canceled"]);
    const { rows } = await on.server.pool.query(
      "select kind, (details ->> 'amount')::int as amount from billing.differences where subject = $1",
      [refunded.payment.ref],
    );
    expect(rows).toEqual([{ kind: "refund_found", amount: 400 }]);
  });

  test("takes no forged webhooks, and those about others without harm", async () => {
    if (!on.stand.strangeWebhooks) return;
    const count = async () =>
      (await on.server.pool.query("select count(*)::int as count from billing.webhook_events")).rows[0];
    const before = await count();
    for (const forged of on.stand.strangeWebhooks.forged) expect(await forged(on.server)).toBe(400);
    expect(await count()).toEqual(before);
    await deliver([on.stand.strangeWebhooks.foreign, on.stand.strangeWebhooks.foreign]);
  });

  test(
    `ends in the provider's state after ${histories} histories whose webhooks are doubled and shuffled`,
    { timeout: 4 * minuteMs },
    async () => {
      on.stand.takeWebhooks();
      const fates = ["fine", "won", "lost", "failed"] as const;
      const members: (Member & { fate: (typeof fates)[number] })[] = [];
      const numbers = Array.from({ length: histories }, (_, number) => number);
      await eachOf(numbers, async (number) => {
        members.push({ ...(await begin()), fate: fates[number % fates.length]! });
      });
      on.stand.settle();
      for (const { payment, fate } of members) {
        if (fate === "failed") await on.stand.failLater(on.ctx, payment.ref);
        if (fate !== "won" && fate !== "lost") continue;
        await on.stand.dispute(on.ctx, payment.ref, "open");
        await on.stand.dispute(on.ctx, payment.ref, fate);
      }
      // A seeded pseudorandom sequence, so that failures are reproducible.
      let seed = 24;
      const random = (): number => {
        seed = (seed * 48_271) % 2_147_483_647;
        return seed;
      };
      const webhooks = on.stand.takeWebhooks();
      const shuffled = [...webhooks, ...webhooks]
        .map((send) => ({ send, place: random() }))
        .sort((one, other) => one.place - other.place)
        .map(({ send }) => send);
      expect(shuffled.length).toBeGreaterThan(2 * histories);
      await deliver(shuffled);
      for (const member of members) {
        const isOver = member.fate === "lost" || member.fate === "failed";
        expect([member.fate, await statusOf(member)]).toEqual([member.fate, isOver ? "canceled" : "active"]);
        expect(await creditedOf(member)).toHaveLength(isOver ? 1 : 0);
      }
    },
  );
}
