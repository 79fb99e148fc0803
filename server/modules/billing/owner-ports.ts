import type { FastifyInstance } from "fastify";
import type { Ctx } from "../../ctx.ts";
import type { CouponTerms } from "./coupons/rules.ts";
import type { AccessType } from "./subscriptions/access.ts";
import type { ClientConfig, Gateway, PaymentMethodType } from "./ports.ts";
import type { SubscriptionProvider } from "./provider-names.ts";
import type { PeriodUnit } from "./rules/calendar.ts";
import type { SubscriptionStatus } from "./rules/states.ts";
import type { TaxedPart } from "./rules/tax.ts";
import type { InvoiceLine } from "./rules/totals.ts";

/** The statuses that a provider's subscription can have. A checkout that is pending stays ours. */
export type HeldStatus = Exclude<SubscriptionStatus, "pending" | "canceled_during_pending">;

/** A price in the records of a provider that owns prices. */
export interface HeldPrice {
  readonly ref: string;
  /** Minor units, without anything that the provider adds, such as tax. */
  readonly amount: number;
  readonly currencyCode: string;
  readonly period: number;
  readonly periodUnit: PeriodUnit;
}

/** A coupon in the records of a provider that owns prices. */
export interface HeldCoupon {
  readonly ref: string;
  /** A percentage in basis points; null for a fixed amount. */
  readonly basisPoints: number | null;
  /** A fixed amount in minor units of `currencyCode`; null for a percentage. */
  readonly amount: number | null;
  readonly currencyCode: string | null;
  readonly duration: CouponTerms["duration"];
  readonly durationMonths: number | null;
}

/** The prices and coupons of a provider. What can't be used any more, such as an archived price, isn't listed. */
export interface PriceBook {
  /** @throws ProviderUnavailable */
  prices(ctx: Ctx, refs: readonly string[]): Promise<readonly HeldPrice[]>;
  /** @throws ProviderUnavailable */
  coupons(ctx: Ctx, refs: readonly string[]): Promise<readonly HeldCoupon[]>;
}

/** Which of our plans a provider's subscription is: its id, or what it gives access to for which period. */
export type HeldPlan =
  | { readonly id: string }
  | { readonly accessType: AccessType; readonly periodUnit: PeriodUnit };

/** What a provider's subscription is paid by. Never contains a card number. */
export interface HeldMethod {
  readonly type: PaymentMethodType;
  readonly brand: string | null;
  readonly last4: string | null;
  readonly expMonth: number | null;
  readonly expYear: number | null;
}

/** A subscription as its provider holds it. Moments without a value are unknown or don't apply. */
export interface HeldSubscription {
  /** The provider's reference of the subscription. */
  readonly ref: string;
  /** The provider's reference of the customer who holds it: our account id unless the provider gave another. */
  readonly customer: string;
  /** Rises with every change. A reading with a lower version than the last is ignored. */
  readonly version: number;
  readonly status: HeldStatus;
  readonly plan: HeldPlan;
  /** The plan that takes over with the next term. */
  readonly nextPlan: HeldPlan | null;
  /** Null for the currency of the studio's country. */
  readonly currencyCode: string | null;
  /** ISO 3166-1 alpha-2; null for the studio's country. */
  readonly countryCode: string | null;
  /** The price of a term in minor units, as the provider charges it; null if it isn't told. For display alone. */
  readonly priceAmount: number | null;
  readonly startedAt: Date;
  readonly trialEndsAt: Date | null;
  readonly termStartsAt: Date | null;
  /** The end of what is paid for; null without an end, such as a lifetime purchase. */
  readonly accessEndsAt: Date | null;
  /** Until when access goes on while a payment is retried. Set only then. */
  readonly graceEndsAt: Date | null;
  /** A payment failed and the provider retries it. */
  readonly isRetried: boolean;
  readonly canceledAt: Date | null;
  readonly pausedUntil: Date | null;
  /** The store or channel where it was bought, such as app_store; null if it is the provider itself. */
  readonly store: string | null;
  /** Where the person manages it, if the provider has such a page. */
  readonly managementUrl: string | null;
  /** What it is paid by; null if the provider doesn't tell. */
  readonly method?: HeldMethod | null;
}

/** What a provider answered at once. */
export interface Reading {
  readonly subscriptions: readonly HeldSubscription[];
  /**
   * The customers of whom it lists every subscription: what they held before and isn't listed has ended.
   * `version` orders that.
   */
  readonly whole: readonly { readonly customer: string; readonly version: number }[];
}

/** What a provider's subscription is known by. */
export interface HeldRef {
  readonly ref: string;
  readonly customer: string;
}

/** Idempotency key: the same key is the same act. */
interface Keyed {
  readonly key: string;
}

/** What a person can do with a subscription, by the command of its owner. What an owner lacks is done at its own place. */
const commandOf = {
  cancel_at_end: "cancelAtEnd",
  cancel_now: "cancelNow",
  change_plan: "changePlan",
  list_invoices: "documents",
  pause: "pause",
  resume: "resume",
  undo_cancel: "undoCancel",
  update_method: "updateMethod",
} as const satisfies Record<string, keyof OwnerCommands>;
export type SubscriptionAct = keyof typeof commandOf;
export const subscriptionActs = Object.keys(commandOf) as readonly SubscriptionAct[];

/** The acts that an owner can carry out. */
export const actsOf = (owner: OwnerCommands): SubscriptionAct[] =>
  subscriptionActs.filter((act) => owner[commandOf[act]] !== undefined);

/** An invoice or a credit note as its provider lists it. Amounts in minor units. */
export interface OwnedDocument {
  readonly kind: "credit_note" | "invoice";
  readonly ref: string;
  readonly number: string;
  readonly issuedAt: Date;
  /** Of an invoice. */
  readonly status: "not_paid" | "paid" | "payment_due" | "posted" | "voided" | null;
  readonly amount: number;
  /** What of an invoice was taken back by credit notes. */
  readonly refunded: number;
  readonly currencyCode: string;
}

/** What a new subscription or another plan costs, by the provider's arithmetic. Amounts in minor units. */
export interface OwnedEstimate {
  readonly currencyCode: string;
  /** Charged now. */
  readonly amountDue: number;
  /** The first paid invoice, which is charged at `dueAt`. Lines add up to `total`. */
  readonly total: number;
  readonly subTotal: number;
  readonly discountsTotal: number;
  readonly taxTotal: number;
  readonly taxes: readonly TaxedPart[];
  readonly creditsApplied: number;
  readonly lines: readonly Pick<InvoiceLine, "amount" | "description" | "kind">[];
  readonly dueAt: Date;
  readonly nextBillingAt: Date | null;
  /** The total of a later term. */
  readonly renewalTotal: number;
}

/** Where a buyer lives, by which taxes are computed. */
export interface OwnedPlace {
  readonly countryCode: string;
  readonly postcode: string | null;
}

export interface OwnedOrder {
  readonly planId: string;
  readonly currencyCode: string;
  /** The provider's references of coupons. */
  readonly couponRefs: readonly string[];
  /** Null for no trial. */
  readonly trialEndsAt: Date | null;
  readonly place: OwnedPlace;
  readonly now: Date;
}

/** Another plan. */
export interface OwnedChange {
  readonly planId: string;
  readonly currencyCode: string;
  /** At once, for what it costs more; otherwise with the next term. */
  readonly isImmediate: boolean;
  readonly now: Date;
}

/** A payment that the provider's script confirms in the page; amount 0 stores a way to pay. */
export interface OwnedIntent {
  readonly id: string;
  /** What the script needs, as JSON. */
  readonly data: string;
}

/**
 * The acts of a provider that owns subscriptions. Each is optional: what a provider lacks, the person does at its own
 * place. Each answers the reading after it. Errors: BadInput, PaymentRefused, ProviderUnavailable, IllegalTransition.
 */
export interface OwnerCommands {
  estimate?(ctx: Ctx, order: OwnedOrder): Promise<OwnedEstimate>;
  createIntent?(
    ctx: Ctx,
    order: {
      readonly accountId: string;
      readonly amount: number;
      readonly currencyCode: string;
      readonly type: PaymentMethodType;
      readonly place: OwnedPlace;
    },
  ): Promise<OwnedIntent>;
  /**
   * Begins a subscription. Its reference is the key, so that the same key is the same subscription.
   * @param order.token an intent that was confirmed in the page
   */
  subscribe?(
    ctx: Ctx,
    order: OwnedOrder & Keyed & { readonly accountId: string; readonly token: string | null },
  ): Promise<Reading>;
  previewChange?(ctx: Ctx, of: HeldRef, order: OwnedChange): Promise<OwnedEstimate>;
  changePlan?(ctx: Ctx, of: HeldRef, order: Keyed & OwnedChange): Promise<Reading>;
  /** Drops a change that waits for the next term. */
  keepPlan?(ctx: Ctx, of: HeldRef, order: Keyed): Promise<Reading>;
  cancelAtEnd?(ctx: Ctx, of: HeldRef, order: Keyed): Promise<Reading>;
  cancelNow?(ctx: Ctx, of: HeldRef, order: Keyed): Promise<Reading>;
  undoCancel?(ctx: Ctx, of: HeldRef, order: Keyed): Promise<Reading>;
  pause?(ctx: Ctx, of: HeldRef, order: Keyed & { readonly until: Date }): Promise<Reading>;
  resume?(ctx: Ctx, of: HeldRef, order: Keyed): Promise<Reading>;
  /** Replaces the way to pay, and collects what is open with it. */
  updateMethod?(ctx: Ctx, of: HeldRef, order: Keyed & { readonly token: string }): Promise<Reading>;
  /** @throws RefundRefused */
  refund?(
    ctx: Ctx,
    of: HeldRef,
    order: Keyed & { readonly invoiceRef: string; readonly amount: number },
  ): Promise<void>;
  /** Invoices and credit notes, newest first. */
  documents?(ctx: Ctx, of: HeldRef): Promise<readonly OwnedDocument[]>;
  /** A link to a document that works for some minutes. */
  documentUrl?(ctx: Ctx, of: Pick<OwnedDocument, "kind" | "ref">): Promise<string>;
}

/**
 * A provider that owns terms, retries and invoices. Our row is a projection of its subscription that grants access; only
 * `owned/project.ts` writes it.
 */
export interface SubscriptionOwner extends OwnerCommands {
  readonly provider: SubscriptionProvider;
  /** Who bills, for the person: a store of the provider by its own name, or the provider itself. */
  billedBy(store: string | null): string;
  /** Absent if the provider's prices can't be read, such as those of a store. */
  readonly priceBook?: PriceBook;
  /** What the web client needs to take a payment. Absent if subscriptions begin elsewhere. */
  clientConfig?(publicUrl: string): ClientConfig;
  /** Origins that the web client may frame, load scripts from and connect to. */
  origins?(publicUrl: string): ReturnType<Gateway["origins"]>;
  /**
   * What an event is about, if its webhook doesn't tell it reliably; null for nothing of ours.
   * @throws ProviderUnavailable
   */
  aboutEvent?(
    ctx: Ctx,
    eventId: string,
  ): Promise<{ readonly ref?: string; readonly customer: string } | null>;
  /** Registers the routes that the provider calls. News is only an occasion to read. */
  routes?(server: FastifyInstance, ctx: Ctx): Promise<void>;
  /**
   * The present state of one subscription or of all that its customer holds.
   * @throws ProviderUnavailable if it doesn't answer, or answers something else than documented
   */
  read(ctx: Ctx, of: HeldRef): Promise<Reading>;
  /**
   * Everything that a customer holds.
   * @throws ProviderUnavailable
   */
  readCustomer(ctx: Ctx, customer: string): Promise<Reading>;
  /** What changed since a moment, for a sweep after lost news. Absent if the provider has no such list. */
  listChangedSince?(ctx: Ctx, since: Date): AsyncIterable<Reading>;
  /** Deletes a customer at the provider. A subscription in a store goes on there. */
  deleteCustomer?(ctx: Ctx, customer: string): Promise<void>;
  /** The page of a customer in the provider's dashboard, for staff. */
  dashboardUrl(of: HeldRef): string | null;
}

/** The configured owners of subscriptions. */
export interface SubscriptionOwners {
  readonly all: readonly SubscriptionOwner[];
  /** The owner by its name; null if it isn't configured, or moves money for our ledger. */
  find(provider: string): SubscriptionOwner | null;
}
