import { randomUUID } from "node:crypto";
import type { TestPerson, TestServer } from "../../testing/harness.ts";

const dayMs = 24 * 3_600_000;

/** Runs a statement that returns one row. @returns its `id` */
export type InsertOne = (sql: string, values?: readonly unknown[]) => Promise<string>;

/** Factories for the owner's objects of money. All return the id. */
export function billingMakersOf(server: TestServer, owner: TestPerson, one: InsertOne) {
  const subscription = async (status = "active", planId = "standard-monthly") => {
    await server.pool.query(`update billing.subscriptions set status = 'canceled' where person_id = $1`, [
      owner.id,
    ]);
    return one(
      `insert into billing.subscriptions (person_id, status, provider, access_type, plan_id, price_amount, term_starts_at, term_ends_at,
         anchor_at, term_number, term_value, next_billing_at, access_ends_at, resumes_at)
       values ($1, $2::text, 'eightcount', 'standard', $3, 1500, $4::timestamptz, $5::timestamptz, $4, 1, 1500, $5,
         case when $2 = 'non_renewing' then $5::timestamptz end, case when $2 = 'paused' then $5::timestamptz end) returning id`,
      [owner.id, status, planId, new Date(Date.now() - dayMs), new Date(Date.now() + 29 * dayMs)],
    );
  };
  /** A paid invoice, with the payment that a refund reverses. */
  const invoice = async () => {
    const subscriptionId = await subscription();
    const invoiceId = await one(
      `insert into billing.invoices (number, account_id, subscription_id, kind, status, currency_code, country_code, plan_id, sub_total,
           discounts_total, tax_total, is_tax_inclusive, total, credits_applied, amount_due, amount_paid, term_starts_at, term_ends_at, issued_at, paid_at)
         values ($1, $2, $3, 'first', 'paid', 'USD', 'US', 'standard-monthly', 1500, 0, 0, false, 1500, 0, 1500, 1500, now(), now(), now(), now())
         returning id`,
      [`OWNERS-${randomUUID()}`, owner.id, subscriptionId],
    );
    await server.pool.query(
      `insert into billing.payments (id, invoice_id, subscription_id, account_id, provider, kind, attempt, amount, currency_code, status, provider_ref, created_at, settled_at)
         values ($1, $2, $3, $4, 'eightcount', 'charge', 1, 1500, 'USD', 'succeeded', $5, now(), now())`,
      [randomUUID(), invoiceId, subscriptionId, owner.id, randomUUID()],
    );
    return invoiceId;
  };
  const insertGiftCard = async (): Promise<{ id: string; code: string }> => {
    const [id, paymentId] = [randomUUID(), randomUUID()];
    await server.pool.query(
      `insert into billing.payments (id, subscription_id, account_id, provider, kind, purpose, attempt, amount, currency_code, status,
         provider_ref, created_at, settled_at)
       values ($1, $2, $3, 'eightcount', 'charge', 'gift_card', 1, 5000, 'USD', 'succeeded', $4, now(), now())`,
      [paymentId, id, owner.id, randomUUID()],
    );
    const { rows } = await server.pool.query<{ code: string }>(
      `insert into billing.gift_cards (id, code, status, amount, currency_code, country_code, buyer_id, payment_id, buyer_locale,
         recipient_email, recipient_locale, send_at, sent_at, created_at, activated_at)
       values ($1, translate(upper(substr(md5(random()::text), 1, 16)), '01', 'XY'), 'active', 5000, 'USD', 'US', $2, $3, 'en',
         'gift@example.test', 'en', now(), now(), now(), now()) returning code`,
      [id, owner.id, paymentId],
    );
    return { id, code: rows[0]!.code };
  };
  const giftCard = async () => (await insertGiftCard()).id;
  const giftCode = async () => (await insertGiftCard()).code;
  const priceVersion = () =>
    one(
      `insert into billing.price_versions (plan_id, currency_code, amount, valid_from)
       values ('standard-monthly', 'USD', 1299, date '2040-01-01' + (random() * 1000000)::int) returning id`,
      [],
    );
  const priceChange = async () =>
    one(
      `insert into billing.price_changes (id, version_id, starts_on, ends_without_consent, announced_at, notices_at)
       values (gen_random_uuid(), $1, '2040-01-01', false, now(), now() + interval '1 hour') returning id`,
      [await priceVersion()],
    );
  return {
    subscription,
    invoice,
    giftCard,
    giftCode,
    priceVersion,
    priceChange,
    /** A notice about a new price. @returns its subscription's id */
    priceNotice: async () =>
      one(
        `insert into billing.price_notices (id, change_id, subscription_id, plan_id, old_amount, new_amount, effective_at, needs_consent,
           ends_without_consent, queued_at, sent_at)
         select gen_random_uuid(), $2, id, plan_id, price_amount, 1299, now(), true, false, now(), now()
         from billing.subscriptions where id = $1 returning subscription_id as id`,
        [await subscription("active"), await priceChange()],
      ),
    /** A difference between the provider's books and ours. */
    difference: () =>
      one(
        `insert into billing.differences (provider, kind, subject, details, found_at)
         values ('eightcount', 'unknown_payment', $1, '{}', now()) returning id::text`,
        [randomUUID()],
      ),
    contractRequest: () =>
      one(
        `insert into billing.contract_requests (id, idempotency_key, input_hash, kind, is_extraordinary, name, email, received_at, status)
         values (gen_random_uuid(), $1, '', 'cancel', false, 'Ana', 'ana@example.test', now(), 'review') returning id`,
        [randomUUID()],
      ),
    failedRefund: async () =>
      one(
        `insert into billing.refunds (id, payment_id, invoice_id, amount, reason, status, created_at)
         select gen_random_uuid(), id, invoice_id, 100, 'Asked for', 'failed', now() from billing.payments where invoice_id = $1
         returning id`,
        [await invoice()],
      ),
    couponBatch: async () => {
      const id = await one("insert into billing.coupon_batches (id, size) values ($1, 1) returning id", [
        `B${randomUUID().slice(0, 8).toUpperCase()}`,
      ]);
      await one(
        `insert into billing.coupons (id, batch_id, discount_type, basis_points, duration, redemptions_left)
         values ($1 || '-ABCDEFGH', $1, 'percentage', 2500, 'one_time', 1) returning id`,
        [id],
      );
      return id;
    },
    coupon: (state: "active" | "archived" = "active") =>
      one(
        `insert into billing.coupons (id, discount_type, basis_points, duration, state) values ($1, 'percentage', 2500, 'one_time', $2) returning id`,
        [`C${randomUUID().replaceAll("-", "").toUpperCase()}`, state],
      ),
  };
}
