import type { FastifyInstance } from "fastify";
import type { Ctx } from "../../ctx.ts";
import type { AccessType } from "./subscriptions/access.ts";
import type { SubscriptionProvider } from "./provider-names.ts";
import type { PeriodUnit } from "./rules/calendar.ts";
import type { SubscriptionStatus } from "./rules/states.ts";

/** The statuses that a provider's subscription can have. A checkout that is pending stays ours. */
export type HeldStatus = Exclude<SubscriptionStatus, "pending" | "canceled_during_pending">;

/** Which of our plans a provider's subscription is: its id, or what it gives access to for which period. */
export type HeldPlan =
  | { readonly id: string }
  | { readonly accessType: AccessType; readonly periodUnit: PeriodUnit };

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
  list_invoices: "invoices",
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

/** An invoice as its provider lists it. Amounts in minor units. */
export interface OwnedInvoice {
  readonly ref: string;
  readonly number: string;
  readonly issuedAt: Date;
  readonly total: number;
  readonly currencyCode: string;
  /** A link to the document that works for some minutes; null if there is none. */
  readonly pdfUrl: string | null;
}

/** What a new subscription or another plan costs, by the provider's arithmetic. Amounts in minor units. */
export interface OwnedEstimate {
  readonly amountDue: number;
  readonly nextAmount: number;
  readonly currencyCode: string;
  readonly nextBillingAt: Date | null;
}

export interface OwnedOrder {
  readonly accountId: string;
  readonly planId: string;
  readonly currencyCode: string;
  readonly couponIds: readonly string[];
  readonly trialEndsAt: Date | null;
}

/**
 * The acts of a provider that owns subscriptions. Each is optional: what a provider lacks, the person does at its own
 * place. Each answers the reading after it. Errors: BadInput, PaymentRefused, ProviderUnavailable, IllegalTransition.
 */
export interface OwnerCommands {
  estimate?(ctx: Ctx, order: OwnedOrder): Promise<OwnedEstimate>;
  /** @param order.token stands for a way to pay, confirmed in the page. */
  subscribe?(ctx: Ctx, order: OwnedOrder & Keyed & { readonly token: string | null }): Promise<Reading>;
  previewChange?(ctx: Ctx, of: HeldRef, planId: string): Promise<OwnedEstimate>;
  changePlan?(ctx: Ctx, of: HeldRef, order: Keyed & { readonly planId: string }): Promise<Reading>;
  cancelAtEnd?(ctx: Ctx, of: HeldRef, order: Keyed): Promise<Reading>;
  cancelNow?(ctx: Ctx, of: HeldRef, order: Keyed): Promise<Reading>;
  undoCancel?(ctx: Ctx, of: HeldRef, order: Keyed): Promise<Reading>;
  pause?(ctx: Ctx, of: HeldRef, order: Keyed & { readonly until: Date }): Promise<Reading>;
  resume?(ctx: Ctx, of: HeldRef, order: Keyed): Promise<Reading>;
  updateMethod?(ctx: Ctx, of: HeldRef, order: Keyed & { readonly token: string }): Promise<Reading>;
  refund?(
    ctx: Ctx,
    of: HeldRef,
    order: Keyed & { readonly invoiceRef: string; readonly amount: number },
  ): Promise<void>;
  invoices?(ctx: Ctx, of: HeldRef): Promise<readonly OwnedInvoice[]>;
}

/**
 * A provider that owns terms, retries and invoices. Our row is a projection of its subscription that grants access; only
 * `owned/project.ts` writes it.
 */
export interface SubscriptionOwner extends OwnerCommands {
  readonly provider: SubscriptionProvider;
  /** Who bills, for the person: a store of the provider by its own name, or the provider itself. */
  billedBy(store: string | null): string;
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
