import { defineAttachment } from "../../../platform/mail/attachments.ts";
import { creditNoteKind, invoiceKind } from "./attachment-refs.ts";
import { creditNotePdf, receiptPdf } from "./receipts.ts";
import { findInvoice } from "./store.ts";
import { findCreditNote } from "./store-credit-notes.ts";

const type = "application/pdf";

defineAttachment(invoiceKind, async (ctx, id) => {
  const invoice = await findInvoice(ctx.db, id);
  return invoice && { name: `${invoice.number}.pdf`, type, content: await receiptPdf(ctx, invoice) };
});
defineAttachment(creditNoteKind, async (ctx, id) => {
  const note = await findCreditNote(ctx.db, id);
  return note && { name: `${note.number}.pdf`, type, content: await creditNotePdf(ctx, note) };
});
