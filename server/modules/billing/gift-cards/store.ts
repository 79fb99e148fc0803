import { sql } from "kysely";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";
import type { PaymentAction } from "../ports.ts";
import type { PaymentStatus } from "../payments/store.ts";

/** What became of a gift card, beside its redemption and its refund. */
export type GiftCardState = "pending" | "failed" | "active" | "voided";

/** A gift card. Amounts in minor units. */
export interface GiftCardRow {
  readonly id: string;
  /** 16 characters, see code.ts. */
  readonly code: string;
  readonly state: GiftCardState;
  readonly amount: number;
  readonly currencyCode: string;
  /** Where it was sold. */
  readonly countryCode: string;
  /** Sold as months of this plan; null for an amount. */
  readonly planId: string | null;
  readonly planName: string | null;
  readonly months: number | null;
  /** Null for one of staff's, and once the buyer's account is deleted. */
  readonly buyerId: string | null;
  readonly inputHash: string | null;
  readonly staffId: string | null;
  readonly paymentId: string | null;
  readonly paymentStatus: PaymentStatus | null;
  readonly failureCode: string | null;
  readonly nextAction: PaymentAction | null;
  readonly buyerEmail: string | null;
  readonly buyerLocale: string;
  readonly senderName: string;
  readonly message: string;
  /** Null: its buyer hands it over. */
  readonly recipientEmail: string | null;
  readonly recipientLocale: string;
  readonly sendAt: Date;
  readonly sentAt: Date | null;
  readonly createdAt: Date;
  readonly activatedAt: Date | null;
  readonly redeemerId: string | null;
  readonly redeemedAt: Date | null;
  readonly voidedAt: Date | null;
  readonly amountRefunded: number;
}

export type NewGiftCard = Pick<
  GiftCardRow,
  | "id"
  | "code"
  | "state"
  | "amount"
  | "currencyCode"
  | "countryCode"
  | "planId"
  | "months"
  | "buyerId"
  | "inputHash"
  | "staffId"
  | "paymentId"
  | "buyerEmail"
  | "buyerLocale"
  | "senderName"
  | "message"
  | "recipientEmail"
  | "recipientLocale"
  | "sendAt"
  | "activatedAt"
> & { readonly idempotencyKey: string | null; readonly now: Date };

const columns = sql`
  card.id, card.code, card.status as state, card.amount, card.currency_code as "currencyCode", card.country_code as "countryCode",
  card.plan_id as "planId", plans.name as "planName", card.months, card.buyer_id as "buyerId", card.input_hash as "inputHash",
  card.staff_id as "staffId", card.payment_id as "paymentId", payments.status as "paymentStatus", card.failure_code as "failureCode",
  card.next_action as "nextAction", card.buyer_email as "buyerEmail", card.buyer_locale as "buyerLocale",
  card.sender_name as "senderName", card.message, card.recipient_email as "recipientEmail",
  card.recipient_locale as "recipientLocale", card.send_at as "sendAt", card.sent_at as "sentAt", card.created_at as "createdAt",
  card.activated_at as "activatedAt", card.redeemer_id as "redeemerId", card.redeemed_at as "redeemedAt",
  card.voided_at as "voidedAt", card.amount_refunded as "amountRefunded"`;
const joined = sql`
  left join billing.plans on plans.id = card.plan_id left join billing.payments on payments.id = card.payment_id`;

const insertRow = statement<NewGiftCard, never>(
  "billing.insert_gift_card",
  (p) => sql`
    insert into billing.gift_cards (id, code, status, amount, currency_code, country_code, plan_id, months, buyer_id, idempotency_key,
      input_hash, staff_id, payment_id, buyer_email, buyer_locale, sender_name, message, recipient_email, recipient_locale, send_at,
      created_at, activated_at)
    values (${p.id}::uuid, ${p.code}, ${p.state}, ${p.amount}, ${p.currencyCode}, ${p.countryCode}, ${p.planId}, ${p.months},
      ${p.buyerId}::uuid, ${p.idempotencyKey}, ${p.inputHash}, ${p.staffId}::uuid, ${p.paymentId}::uuid, ${p.buyerEmail},
      ${p.buyerLocale}, ${p.senderName}, ${p.message}, ${p.recipientEmail}, ${p.recipientLocale}, ${p.sendAt}, ${p.now},
      ${p.activatedAt})
    on conflict (id) do nothing`,
);
const selectById = statement<{ id: string }, GiftCardRow>(
  "billing.find_gift_card",
  (p) => sql`select ${columns} from billing.gift_cards as card ${joined} where card.id = ${p.id}::uuid`,
);
const selectByKey = statement<{ buyerId: string; key: string }, GiftCardRow>(
  "billing.find_gift_card_by_key",
  (p) => sql`
    select ${columns} from billing.gift_cards as card ${joined}
    where card.buyer_id = ${p.buyerId}::uuid and card.idempotency_key = ${p.key}`,
);
const selectByCode = statement<{ code: string }, GiftCardRow>(
  "billing.find_gift_card_by_code",
  (p) => sql`select ${columns} from billing.gift_cards as card ${joined} where card.code = ${p.code}`,
);
const lockRow = statement<{ id: string }, GiftCardRow>(
  "billing.lock_gift_card",
  (p) => sql`
    with card as materialized (select * from billing.gift_cards where id = ${p.id}::uuid for update)
    select ${columns} from card ${joined}`,
);
const selectOfBuyer = statement<{ buyerId: string; most: number }, GiftCardRow>(
  "billing.list_gift_cards_of_buyer",
  (p) => sql`
    select ${columns} from billing.gift_cards as card ${joined}
    where card.buyer_id = ${p.buyerId}::uuid and card.status <> 'failed' order by card.created_at desc, card.id desc
    limit ${p.most}::int`,
);
const selectPage = statement<
  {
    first: number;
    beforeAt: string | null;
    beforeId: string | null;
    search: string | null;
    code: string | null;
  },
  GiftCardRow & { position: string }
>(
  "billing.list_gift_cards",
  (p) => sql`
    select ${columns}, card.created_at::text as position from billing.gift_cards as card ${joined}
    where card.status in ('active', 'voided')
      and (${p.search}::text is null or card.recipient_email = ${p.search} or card.buyer_email = ${p.search}
        or card.code = ${p.code})
      and (${p.beforeAt}::timestamptz is null or (card.created_at, card.id) < (${p.beforeAt}::timestamptz, ${p.beforeId}::uuid))
    order by card.created_at desc, card.id desc limit ${p.first}::int`,
);
const selectUnsent = statement<{ now: Date; most: number }, { id: string }>(
  "billing.list_unsent_gift_cards",
  (p) => sql`
    select id from billing.gift_cards
    where status = 'active' and sent_at is null and recipient_email is not null and send_at <= ${p.now}
    order by send_at limit ${p.most}::int`,
);
const updateRow = statement<
  {
    id: string;
    state: string;
    failureCode: string | null;
    nextAction: string | null;
    activatedAt: Date | null;
    sentAt: Date | null;
    voidedAt: Date | null;
    redeemerId: string | null;
    redeemedAt: Date | null;
    amountRefunded: number;
  },
  never
>(
  "billing.update_gift_card",
  (p) => sql`
    update billing.gift_cards set status = ${p.state}, failure_code = ${p.failureCode}, next_action = ${p.nextAction}::jsonb,
      activated_at = ${p.activatedAt}, sent_at = ${p.sentAt}, voided_at = ${p.voidedAt}, redeemer_id = ${p.redeemerId}::uuid,
      redeemed_at = ${p.redeemedAt}, amount_refunded = ${p.amountRefunded}
    where id = ${p.id}::uuid`,
);
const forgetRow = statement<{ buyerId: string }, never>(
  "billing.forget_gift_card_buyer",
  // What isn't sent yet still says who it is from.
  (p) => sql`
    update billing.gift_cards set buyer_email = null, sender_name = case when sent_at is null then sender_name else '' end,
      message = case when sent_at is null then message else '' end
    where payment_id in (select id from billing.payments where account_id = ${p.buyerId}::uuid and purpose = 'gift_card')`,
);

/** What gift cards of one currency stand at. Minor units. */
export interface GiftCardTotal {
  readonly currencyCode: string;
  /** Paid, less what was refunded. */
  readonly sold: number;
  /** Issued by staff without a payment. */
  readonly issued: number;
  /** Good and not redeemed: what the studio owes in classes. */
  readonly outstanding: number;
  /** Became account credit. */
  readonly redeemed: number;
}
const selectTotals = statement<Record<string, never>, GiftCardTotal>(
  "billing.sum_gift_cards",
  () => sql`
    select currency_code as "currencyCode",
      coalesce(sum(amount - amount_refunded) filter (where payment_id is not null), 0)::float8 as sold,
      coalesce(sum(amount) filter (where payment_id is null and status = 'active'), 0)::float8 as issued,
      coalesce(sum(amount - amount_refunded) filter (where status = 'active' and redeemed_at is null), 0)::float8 as outstanding,
      coalesce(sum(amount - amount_refunded) filter (where redeemed_at is not null), 0)::float8 as redeemed
    from billing.gift_cards where status in ('active', 'voided') group by currency_code order by currency_code`,
);

/** Inserts a gift card, once per id. @returns whether it is new */
export const insertGiftCard = async (db: Db, card: NewGiftCard): Promise<boolean> =>
  (await db.change(insertRow, card)) > 0;

export const findGiftCard = (db: Db, id: string): Promise<GiftCardRow | null> => db.maybe(selectById, { id });

/** The gift card of a buyer's call. */
export const findGiftCardByKey = (db: Db, buyerId: string, key: string): Promise<GiftCardRow | null> =>
  db.maybe(selectByKey, { buyerId, key });

/** @param code as stored */
export const findGiftCardByCode = (db: Db, code: string): Promise<GiftCardRow | null> =>
  db.maybe(selectByCode, { code });

/** Locks a gift card until the transaction ends. */
export const lockGiftCard = (db: Db, id: string): Promise<GiftCardRow | null> => db.maybe(lockRow, { id });

/** Gift cards that an account bought, newest first, at most 100. */
export const listGiftCardsOfBuyer = (db: Db, buyerId: string): Promise<GiftCardRow[]> =>
  db.many(selectOfBuyer, { buyerId, most: 100 });

/** A page of all gift cards that were paid or issued, newest first. */
export const listGiftCards = (
  db: Db,
  page: {
    first: number;
    before: { at: string; id: string } | null;
    /** An email address or a code; null for all. */
    search: string | null;
    code: string | null;
  },
): Promise<(GiftCardRow & { position: string })[]> =>
  db.many(selectPage, {
    first: page.first,
    beforeAt: page.before?.at ?? null,
    beforeId: page.before?.id ?? null,
    search: page.search,
    code: page.code,
  });

/** Gift cards whose day of delivery has come. */
export const listUnsentGiftCards = (db: Db, now: Date, most: number): Promise<{ id: string }[]> =>
  db.many(selectUnsent, { now, most });

/** What changes of a gift card. */
export type GiftCardChanges = Partial<
  Pick<
    GiftCardRow,
    | "state"
    | "failureCode"
    | "nextAction"
    | "activatedAt"
    | "sentAt"
    | "voidedAt"
    | "redeemerId"
    | "redeemedAt"
    | "amountRefunded"
  >
>;

/** Changes a locked gift card. @returns it afterwards */
export async function updateGiftCard(
  db: Db,
  card: GiftCardRow,
  changes: GiftCardChanges,
): Promise<GiftCardRow> {
  const next = { ...card, ...changes };
  const { id, state, failureCode, activatedAt, sentAt, voidedAt, redeemerId, redeemedAt, amountRefunded } =
    next;
  const nextAction = next.nextAction && JSON.stringify(next.nextAction);
  await db.change(updateRow, {
    id,
    state,
    failureCode,
    nextAction,
    activatedAt,
    sentAt,
    voidedAt,
    redeemerId,
    redeemedAt,
    amountRefunded,
  });
  return next;
}

/** Removes what names the buyer, whose account is deleted. */
export const forgetGiftCardBuyer = async (db: Db, buyerId: string): Promise<void> => {
  await db.change(forgetRow, { buyerId });
};

/** What all gift cards stand at, by currency. */
export const sumGiftCards = (db: Db): Promise<GiftCardTotal[]> => db.many(selectTotals, {});
