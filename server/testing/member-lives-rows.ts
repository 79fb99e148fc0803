import type pg from "pg";
import type { MemberLife } from "./member-lives.ts";

/** Writes lives into the tables of a test's database; what is there already stays. */
export async function insertLives(pool: pg.Pool, lives: readonly MemberLife[]): Promise<void> {
  const rows = async (table: string, columns: string, values: readonly object[]): Promise<void> => {
    await pool.query(
      `insert into ${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::${table}, $1) on conflict do nothing`,
      [JSON.stringify(values)],
    );
  };
  const living = lives.filter(({ isDeleted }) => !isDeleted);
  await pool.query(
    `insert into billing.coupons (id, discount_type, basis_points, duration) values ('SPRING', 'percentage', 2500, 'one_time'),
       ('SUMMER', 'percentage', 2500, 'one_time') on conflict do nothing`,
  );
  await rows(
    `identity."user"`,
    `id, name, email, "emailVerified", "isAnonymous"`,
    living.map(({ accountId: id }) => ({
      id,
      name: `Demo ${id.slice(0, 4)}`,
      email: `${id}@lives.test`,
      emailVerified: true,
      isAnonymous: false,
    })),
  );
  const all = living.flatMap((life) =>
    life.subscriptions.map((one) => ({ ...one, accountId: life.accountId })),
  );
  await pool.query(
    `insert into billing.subscriptions (id, person_id, owner, status, provider, access_type, plan_id, currency_code, country_code,
       price_amount, is_complimentary, created_at, trial_ends_at, access_until, cancel_reason, dunning_status)
     select id, account_id, owner, status, case owner when 'ledger' then 'eightcount' else 'chargebee' end, 'premium', plan_id, currency,
       'DE', 1500, complimentary, created_at, trial_ends_at, access_until, cancel_reason, dunning_status
     from jsonb_to_recordset($1) as given (id uuid, account_id uuid, owner text, status text, plan_id text, currency text, complimentary bool,
       created_at timestamptz, trial_ends_at timestamptz, access_until timestamptz, cancel_reason text, dunning_status text)`,
    [
      JSON.stringify(
        all.map((one) => ({
          id: one.id,
          account_id: one.accountId,
          owner: one.owner,
          status: one.status,
          plan_id: one.planId,
          currency: one.currencyCode,
          complimentary: one.isComplimentary,
          created_at: one.createdAt,
          trial_ends_at: one.trialEndsAt,
          access_until: one.accessUntil,
          cancel_reason: one.cancelReason,
          dunning_status: one.dunningStatus,
        })),
      ),
    ],
  );
  await rows(
    "billing.transitions",
    "subscription_id, from_status, to_status, trigger, cause, happened_at",
    all.flatMap((one) =>
      one.transitions.map(({ from, to, trigger, at }) => ({
        subscription_id: one.id,
        from_status: from,
        to_status: to,
        trigger,
        cause: "clock",
        happened_at: at,
      })),
    ),
  );
  await rows(
    "billing.subscription_coupons",
    "subscription_id, coupon_id, account_id, is_spent, created_at",
    // Once per account and code.
    [
      ...new Map(
        all
          .filter(({ couponId }) => couponId !== null)
          .toReversed()
          .map((one) => [`${one.accountId} ${one.couponId}`, one] as const),
      ).values(),
    ].map((one) => ({
      subscription_id: one.id,
      coupon_id: one.couponId,
      account_id: one.accountId,
      is_spent: false,
      created_at: one.createdAt,
    })),
  );
  await rows(
    "billing.invoices",
    `number, account_id, subscription_id, kind, status, dunning_status, currency_code, country_code, region, plan_id, sub_total, discounts_total,
     tax_total, tax_name, tax_basis_points, taxes, is_tax_inclusive, total, credits_applied, amount_due, amount_paid, amount_refunded,
     plan_value, price_amount, carried, waived, term_number, term_starts_at, term_ends_at, issued_at, paid_at, id, is_reverse_charge`,
    lives.flatMap((life) =>
      life.subscriptions.flatMap((one) =>
        one.invoices.map((invoice, place) => ({
          id: `${one.id.slice(0, 24)}${String(place).padStart(12, "0")}`,
          number: `L-${one.id}-${place}`,
          account_id: life.accountId,
          subscription_id: one.id,
          kind: invoice.kind,
          status: invoice.status,
          dunning_status: invoice.dunningStatus,
          currency_code: one.currencyCode,
          country_code: "DE",
          region: "",
          plan_id: invoice.planId,
          sub_total: invoice.planValue,
          discounts_total: 0,
          tax_total: invoice.tax,
          tax_name: "",
          tax_basis_points: 0,
          taxes: [],
          is_tax_inclusive: invoice.isTaxInclusive,
          total: invoice.total,
          credits_applied: invoice.credits,
          amount_due: invoice.total - invoice.credits,
          amount_paid: invoice.paid,
          amount_refunded: invoice.refunded,
          plan_value: invoice.planValue,
          price_amount: invoice.planValue,
          carried: 0,
          waived: 0,
          term_number: place,
          term_starts_at: invoice.startsAt,
          term_ends_at: invoice.endsAt,
          issued_at: invoice.issuedAt,
          paid_at: invoice.paidAt,
          is_reverse_charge: false,
        })),
      ),
    ),
  );
  for (const { accountId, giftAt, firstSource, survey, danced } of living) {
    if (giftAt)
      await pool.query(
        `insert into billing.gift_cards (id, code, status, amount, currency_code, country_code, buyer_locale, recipient_locale, send_at,
           created_at, redeemer_id, redeemed_at)
         values ($1, upper(translate(left(md5($1::uuid::text), 16), '01', 'XY')), 'active', 1000, 'EUR', 'DE', 'en', 'en', $2, $2, $1, $2) on conflict do nothing`,
        [accountId, giftAt],
      );
    if (firstSource)
      await pool.query(
        "insert into growth.visitors (person_id, first_seen_at, first_touch_at, first_source) values ($1, $2, $2, $3) on conflict do nothing",
        [accountId, new Date("2024-01-01T00:00:00Z"), firstSource],
      );
    if (survey)
      await pool.query(
        "insert into growth.milestones (person_id, kind, detail, happened_at) values ($1, 'survey', $2, now()) on conflict do nothing",
        [accountId, survey],
      );
    for (const { classId, at } of danced)
      await pool.query(
        `insert into practice.records (person_id, class_id, granted_at, viewed_at) values ($1, $2, $3, now())
         on conflict (person_id, class_id) do update set granted_at = least(records.granted_at, excluded.granted_at)`,
        [accountId, classId, at],
      );
  }
}
