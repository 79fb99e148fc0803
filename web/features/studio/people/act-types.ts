/** Whom a dialog is about. */
export type ActPerson = { id: string; name: string; email: string | null };

/** The plan that an act changes. Times are ISO 8601. */
export type ActPlan = {
  id: string;
  name: string;
  version: number;
  status: string;
  nextBillingAt: string | null;
  accessEndsAt: string | null;
  /** What resuming a paused plan charges, in minor units; null where only its provider knows. */
  resumeAmount: number | null;
  currencyCode: string;
};

/** A paid invoice whose receipt can be sent again. */
export type Receipt = { id: string; number: string; planName: string };

/** An invoice of which something can be given back. Amounts in minor units. */
export type Refundable = {
  refundable: number;
  /** A refund beyond this takes back as much account credit. */
  refundableFreely: number;
  /** What the viewer may refund of the invoice altogether; null without a limit. */
  refundLimit: number | null;
  unused: { amount: number; days: number } | null;
  /** Of its plan, if that can be ended. */
  planVersion: number | null;
  /** The course or class that was bought alone with it: a refund of all of it takes that away. */
  takesAway: string | null;
  invoice: { id: string; number: string; currencyCode: string; planName: string; amountRefunded: number };
};
