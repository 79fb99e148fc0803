import { sql } from "kysely";
import { statement } from "../../../../platform/db.ts";
import type { Db } from "../../../../platform/db.ts";
import type { PaymentMethodType } from "../../ports.ts";
import type { FailureCode } from "../../rules/dunning.ts";
import type { Behaviour } from "./cards.ts";

/** A token as the gateway stores it. */
export interface TokenRow {
  readonly token: string;
  readonly type: PaymentMethodType;
  readonly behaviour: Behaviour;
  readonly brand: string;
  readonly last4: string | null;
  readonly expMonth: number | null;
  readonly expYear: number | null;
  readonly fingerprint: string | null;
  /** ISO 3166-1 code of the issuer's country. */
  readonly countryCode: string | null;
  /** The billing address. */
  readonly addressCountry: string | null;
  readonly postcode: string | null;
  readonly accountId: string | null;
  readonly isAuthenticated: boolean;
}

/** A payment as the gateway stores it. */
export interface PaymentRow {
  readonly key: string;
  readonly ref: string;
  readonly token: string;
  readonly accountId: string;
  readonly amount: number;
  readonly currencyCode: string;
  readonly description: string;
  readonly status: "succeeded" | "failed" | "action_required" | "canceled";
  readonly failureCode: FailureCode | null;
  readonly actionUrl: string | null;
  readonly returnUrl: string;
  readonly refunded: number;
}

const tokenColumns = sql`
  token, type, behaviour, brand, last4, exp_month as "expMonth", exp_year as "expYear", fingerprint, account_id as "accountId",
  country_code as "countryCode", address_country as "addressCountry", postcode, is_authenticated as "isAuthenticated"`;
const paymentColumns = sql`
  key, ref, token, account_id as "accountId", amount, currency_code as "currencyCode", description, status,
  failure_code as "failureCode", action_url as "actionUrl", return_url as "returnUrl", refunded`;

const insertTokenRow = statement<Omit<TokenRow, "accountId" | "isAuthenticated">, never>(
  "billing.insert_test_token",
  (p) => sql`
    insert into billing.test_tokens (token, type, behaviour, brand, last4, exp_month, exp_year, fingerprint, country_code, address_country, postcode)
    values (${p.token}, ${p.type}, ${p.behaviour}, ${p.brand}, ${p.last4}, ${p.expMonth}, ${p.expYear}, ${p.fingerprint},
      ${p.countryCode}, ${p.addressCountry}, ${p.postcode})`,
);
const selectToken = statement<{ token: string }, TokenRow>(
  "billing.find_test_token",
  (p) =>
    sql`select ${tokenColumns} from billing.test_tokens where token = ${p.token} and detached_at is null`,
);
const detachRow = statement<{ token: string; now: Date }, never>(
  "billing.detach_test_token",
  (p) => sql`
    update billing.test_tokens set detached_at = ${p.now} where token = ${p.token} and detached_at is null`,
);
const useTokenRow = statement<{ token: string; accountId: string }, TokenRow>(
  "billing.use_test_token",
  (p) => sql`
    update billing.test_tokens set account_id = ${p.accountId}::uuid
    where token = ${p.token} and detached_at is null and (account_id is null or account_id = ${p.accountId}::uuid) returning ${tokenColumns}`,
);
const insertPaymentRow = statement<Omit<PaymentRow, "refunded">, PaymentRow>(
  "billing.insert_test_payment",
  (p) => sql`
    with made as (
      insert into billing.test_payments (key, ref, token, account_id, amount, currency_code, description, status, failure_code, action_url, return_url)
      values (${p.key}, ${p.ref}, ${p.token}, ${p.accountId}::uuid, ${p.amount}, ${p.currencyCode}, ${p.description}, ${p.status},
        ${p.failureCode}, ${p.actionUrl}, ${p.returnUrl})
      on conflict (key) do nothing returning *)
    select ${paymentColumns} from made
    union all select ${paymentColumns} from billing.test_payments where key = ${p.key}`,
);
const selectPaymentByKey = statement<{ key: string }, PaymentRow>(
  "billing.find_test_payment_by_key",
  (p) => sql`select ${paymentColumns} from billing.test_payments where key = ${p.key}`,
);
const selectPayment = statement<{ ref: string }, PaymentRow>(
  "billing.find_test_payment",
  (p) => sql`select ${paymentColumns} from billing.test_payments where ref = ${p.ref}`,
);
const settleRow = statement<{ ref: string; status: string; failureCode: string | null }, { key: string }>(
  "billing.settle_test_payment",
  (p) => sql`
    with settled as (
      update billing.test_payments set status = ${p.status}, failure_code = ${p.failureCode}
      where ref = ${p.ref} and status = 'action_required' returning key, token, status)
    , proved as (update billing.test_tokens set is_authenticated = true from settled
      where test_tokens.token = settled.token and settled.status = 'succeeded')
    select key from settled`,
);
const insertRefundRow = statement<{ key: string; ref: string; amount: number; now: Date }, never>(
  "billing.insert_test_refund",
  (p) => sql`
    with made as (
      insert into billing.test_refunds (key, payment_key, amount)
      select ${p.key}, key, ${p.amount}::int from billing.test_payments
      where ref = ${p.ref} and status = 'succeeded' and refunded + ${p.amount}::int <= amount
      for update
      on conflict (key) do nothing returning payment_key, amount)
    update billing.test_payments set refunded = refunded + made.amount, refunded_at = ${p.now}
    from made where key = made.payment_key`,
);
const selectRefund = statement<{ key: string }, { key: string }>(
  "billing.find_test_refund",
  (p) => sql`select key from billing.test_refunds where key = ${p.key}`,
);
interface Page {
  readonly from: Date;
  readonly to: Date;
  readonly afterRef: string;
  readonly most: number;
}
type Listed = Pick<PaymentRow, "ref" | "key" | "amount" | "currencyCode" | "refunded">;
const selectBetween = statement<Page, Listed>(
  "billing.list_test_payments",
  (p) => sql`
    select ref, key, amount, currency_code as "currencyCode", refunded from billing.test_payments
    where created_at >= ${p.from} and created_at < ${p.to} and status = 'succeeded' and amount > 0 and ref > ${p.afterRef}
    order by ref limit ${p.most}::int`,
);
const selectRefundedBetween = statement<Page, Listed>(
  "billing.list_refunded_test_payments",
  (p) => sql`
    select ref, key, amount, currency_code as "currencyCode", refunded from billing.test_payments
    where refunded_at >= ${p.from} and refunded_at < ${p.to} and ref > ${p.afterRef}
    order by ref limit ${p.most}::int`,
);

/** Detaches a token, so that it pays for nothing any more. */
export const detachToken = async (db: Db, token: string, now: Date): Promise<void> => {
  await db.change(detachRow, { token, now });
};

export const insertToken = async (
  db: Db,
  token: Omit<TokenRow, "accountId" | "isAuthenticated">,
): Promise<void> => {
  await db.change(insertTokenRow, token);
};

export const findToken = (db: Db, token: string): Promise<TokenRow | null> =>
  db.maybe(selectToken, { token });

/** Binds a token to an account and returns it; null if unknown or bound to another account. */
export async function useToken(db: Db, token: string, accountId: string): Promise<TokenRow | null> {
  const found = await findToken(db, token);
  return found?.accountId === accountId ? found : db.maybe(useTokenRow, { token, accountId });
}

/** Inserts a payment, or returns the existing payment of the key. */
export const insertPayment = async (db: Db, payment: Omit<PaymentRow, "refunded">): Promise<PaymentRow> => {
  const [made] = await db.many(insertPaymentRow, payment);
  // A new statement sees a rival row that was committed during the insert.
  return made ?? db.one(selectPaymentByKey, { key: payment.key });
};

export const findPaymentByKey = (db: Db, key: string): Promise<PaymentRow | null> =>
  db.maybe(selectPaymentByKey, { key });

export const findPayment = (db: Db, ref: string): Promise<PaymentRow | null> =>
  db.maybe(selectPayment, { ref });

/**
 * Settles a payment that waits for the person.
 * @returns whether it was waiting
 */
export const settlePayment = async (
  db: Db,
  ref: string,
  status: "succeeded" | "failed" | "canceled",
  failureCode: FailureCode | null,
): Promise<boolean> => (await db.many(settleRow, { ref, status, failureCode })).length > 0;

/** Refunds a payment, once per key. @returns false if that much isn't left of it */
export async function insertRefund(
  db: Db,
  refund: { key: string; ref: string; amount: number; now: Date },
): Promise<boolean> {
  if ((await db.change(insertRefundRow, refund)) > 0) return true;
  return (await db.many(selectRefund, { key: refund.key })).length > 0;
}

/** Payments that succeeded between two moments, one page at a time. */
export const listPayments = (db: Db, page: Page): Promise<Listed[]> => db.many(selectBetween, page);

/** Payments whose last refund was made between two moments, one page at a time. */
export const listRefundedPayments = (db: Db, page: Page): Promise<Listed[]> =>
  db.many(selectRefundedBetween, page);
