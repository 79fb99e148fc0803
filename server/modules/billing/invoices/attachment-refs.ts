import type { AttachmentRef } from "../../../platform/mail/attachments.ts";

export const invoiceKind = "billing.invoice";
export const creditNoteKind = "billing.credit_note";

/** An invoice as a PDF, attached to an email. */
export const invoiceAttachment = (id: string): AttachmentRef => ({ kind: invoiceKind, id });

/** A credit note as a PDF, attached to an email. */
export const creditNoteAttachment = (id: string): AttachmentRef => ({ kind: creditNoteKind, id });
