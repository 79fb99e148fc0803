/** What a payment is for. */
export const paymentPurposes = ["checkout", "renewal", "change", "resume", "method"] as const;
export type PaymentPurpose = (typeof paymentPurposes)[number];
