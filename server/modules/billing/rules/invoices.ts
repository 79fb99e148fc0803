export const invoiceStatuses = ["not_paid", "paid", "payment_due", "pending", "posted", "voided"] as const;
export type InvoiceStatus = (typeof invoiceStatuses)[number];

export const dunningStatuses = ["exhausted", "in_progress", "stopped", "success"] as const;
export type DunningStatus = (typeof dunningStatuses)[number];
