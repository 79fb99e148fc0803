import type { GatewayMethod } from "./ports.ts";
import type { Period } from "./rules/calendar.ts";

/** Why a subscription that the provider charges itself can't be taken over. */
export type HeldFault =
  /** Its provider doesn't know it, or the customer. */
  | "not_found"
  | "ended"
  /** The customer has more than one. */
  | "several"
  /** The running term isn't paid. */
  | "unpaid"
  | "paused"
  /** A change is planned there. */
  | "scheduled"
  /** It renews within hours. */
  | "renewing"
  /** There is nothing that we could charge without the person. */
  | "no_method"
  /** Tax is added to its price there. */
  | "taxed"
  /** It has a discount that ends, or that doesn't belong to the whole subscription. */
  | "discounted"
  /** The customer's balance or pending items count for the next invoice. */
  | "balance"
  /** Several prices, a quantity, usage, or nothing to pay. */
  | "unusual"
  /** Our key may not ask the provider that. */
  | "forbidden";

/** The provider's ids of someone's subscription. */
export interface HeldRefs {
  readonly subscription: string | null;
  readonly customer: string | null;
}

/** A running subscription in the provider's records, which the provider charges itself. */
export interface HeldSubscription {
  readonly ref: string;
  readonly customer: string;
  /** Whether it goes on after the present term. */
  readonly renews: boolean;
  readonly isTrial: boolean;
  readonly price: Period & {
    readonly ref: string;
    readonly name: string | null;
    /** Minor units, before discounts. */
    readonly amount: number;
  };
  /** What the person pays for a term, tax included, in minor units. */
  readonly amount: number;
  readonly currencyCode: string;
  readonly startedAt: Date;
  /** The paid term, or the trial. */
  readonly termStartsAt: Date;
  readonly termEndsAt: Date;
  /** From which the provider counts its terms. */
  readonly anchorAt: Date;
  /** Of the customer's address, if known. */
  readonly countryCode: string | null;
  readonly method: GatewayMethod;
}

/** Subscriptions that a provider charges itself, which billing can take over. */
export interface HeldSubscriptions {
  /**
   * A running subscription by its id, or the only one of a customer; null for a customer without one.
   * @throws ProviderUnavailable
   */
  find(of: HeldRefs, now: Date): Promise<HeldSubscription | HeldFault | null>;
  /**
   * Ends a subscription at once, so that it never charges again. Refunds and invoices nothing. Idempotent by the note.
   * @returns the term that was paid; "ended" if it had ended without us
   * @throws ProviderUnavailable
   */
  end(ref: string, note: string): Promise<Pick<HeldSubscription, "termStartsAt" | "termEndsAt"> | "ended">;
}
