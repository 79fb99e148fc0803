/** What the fake Chargebee has records of. Moments are seconds, amounts minor units, as in its API. */

export type CardBehavior = "good" | "declined" | "fails_later";

export interface Card {
  readonly last4: string;
  readonly card_type: string;
  readonly expiry_month: number;
  readonly expiry_year: number;
  readonly behavior: CardBehavior;
}
export interface BookedCustomer {
  readonly object: "customer";
  readonly id: string;
  email?: string;
  billing_address?: { country: string; zip?: string };
  card: Card | null;
  isCleared: boolean;
}
export interface Item {
  readonly item_price_id: string;
  readonly item_type: "plan";
  readonly quantity: number;
  readonly unit_price: number;
  readonly amount: number;
}
/** Moments are seconds, as Chargebee's API has them. */
export interface BookedSubscription {
  readonly object: "subscription";
  readonly id: string;
  readonly customer_id: string;
  readonly currency_code: string;
  status: "active" | "cancelled" | "future" | "in_trial" | "non_renewing" | "paused";
  readonly created_at: number;
  started_at?: number;
  trial_start?: number;
  trial_end?: number;
  current_term_start?: number;
  current_term_end?: number;
  next_billing_at?: number;
  cancelled_at?: number;
  cancel_schedule_created_at?: number;
  cancel_reason?: string;
  pause_date?: number;
  resume_date?: number;
  has_scheduled_changes: boolean;
  deleted: boolean;
  subscription_items: Item[];
  coupons: { coupon_id: string; applied_count: number }[];
  due_invoices_count: number;
  due_since?: number;
  resource_version: number;
  updated_at: number;
  /** Of the stand-in alone: the price of the next term, and how often a payment was retried. */
  nextPriceId: string | null;
  retries: number;
}
export interface BookedInvoice {
  readonly object: "invoice";
  readonly id: string;
  readonly customer_id: string;
  readonly subscription_id: string;
  readonly currency_code: string;
  readonly date: number;
  status: "not_paid" | "paid" | "payment_due" | "voided";
  readonly total: number;
  amount_due: number;
  dunning_status?: "exhausted" | "in_progress" | "stopped" | "success";
  issued_credit_notes: { cn_id: string; cn_total: number }[];
}
export interface BookedCreditNote {
  readonly object: "credit_note";
  readonly id: string;
  readonly customer_id: string;
  readonly subscription_id: string;
  readonly reference_invoice_id: string;
  readonly currency_code: string;
  readonly date: number;
  readonly total: number;
  readonly status: "refunded";
}
export interface BookedIntent {
  readonly object: "payment_intent";
  readonly id: string;
  readonly customer_id: string;
  readonly amount: number;
  readonly currency_code: string;
  readonly payment_method_type: string;
  status: "authorized" | "consumed" | "expired" | "inited";
  card: Card | null;
}
export interface BookedEvent {
  readonly id: string;
  readonly event_type: string;
  readonly content: Record<string, object>;
}
export interface Price {
  readonly id: string;
  readonly price: number;
  readonly currency_code: string;
  readonly period: number;
  readonly period_unit: "month" | "year";
}
export interface BookedCoupon {
  readonly id: string;
  readonly discount_type: "fixed_amount" | "percentage";
  readonly discount_percentage?: number;
  readonly discount_amount?: number;
  readonly currency_code?: string;
  readonly duration_type: "forever" | "limited_period" | "one_time";
  readonly period?: number;
  readonly period_unit?: "month";
}

/** What Chargebee refuses, as its API says it. */
export class Refused extends Error {
  readonly status: number;
  readonly code: string;
  readonly type: string;
  readonly param: string | undefined;
  constructor(status: number, code: string, more: { type?: string; param?: string } = {}) {
    super(code);
    this.status = status;
    this.code = code;
    this.type = more.type ?? "invalid_request";
    this.param = more.param;
  }
}

/** The last digits of a card by what it does. */
export const numbers: Readonly<Record<CardBehavior, string>> = {
  good: "4242",
  declined: "0002",
  fails_later: "0341",
};
