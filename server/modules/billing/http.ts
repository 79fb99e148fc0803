import { Readable } from "node:stream";
import { NotFound } from "../../platform/errors.ts";
import type { HttpRoutes } from "../../platform/module.ts";
import { batchCsv } from "./coupons/batches.ts";
import { giftCardOfLink } from "./gift-cards/links.ts";
import { giftCardPdf } from "./gift-cards/pdf.ts";
import { documentUrlOf } from "./owned/documents.ts";
import { csvKinds, moneyCsv } from "./reports/csv.ts";
import {
  creditNoteOfLink,
  creditNotePdf,
  invoiceOfLink,
  receiptJson,
  receiptPdf,
} from "./invoices/receipts.ts";

interface ReceiptRequest {
  Params: { file: string };
  Querystring: { until?: string; signature?: string };
}

interface DocumentRequest {
  Params: { subscriptionId: string };
  Querystring: { kind?: string; ref?: string; until?: string; signature?: string };
}

/** Registers the routes for receipts, CSV exports, and the configured providers. */
export async function registerBilling({ server, ctx, ctxOf }: HttpRoutes): Promise<void> {
  server.get<ReceiptRequest>("/invoices/:file", async (request, reply) => {
    const [, id = "", kind = ""] = /^([0-9a-f-]{36})\.(pdf|json)$/.exec(request.params.file) ?? [];
    const { until = "", signature = "" } = request.query;
    const invoice = await invoiceOfLink(ctx, { id, until, signature });
    reply.header("cache-control", "private, no-store").header("referrer-policy", "no-referrer");
    if (kind === "json") return receiptJson(invoice);
    return reply
      .type("application/pdf")
      .header("content-disposition", `inline; filename="${invoice.number}.pdf"`)
      .send(await receiptPdf(ctx, invoice));
  });
  server.get<ReceiptRequest>("/credit-notes/:file", async (request, reply) => {
    const [, id = ""] = /^([0-9a-f-]{36})\.pdf$/.exec(request.params.file) ?? [];
    const { until = "", signature = "" } = request.query;
    const note = await creditNoteOfLink(ctx, { id, until, signature });
    return reply
      .header("cache-control", "private, no-store")
      .header("referrer-policy", "no-referrer")
      .type("application/pdf")
      .header("content-disposition", `inline; filename="${note.number}.pdf"`)
      .send(await creditNotePdf(ctx, note));
  });
  server.get<DocumentRequest>("/provider-documents/:subscriptionId", async (request, reply) => {
    const { kind = "", ref = "", until = "", signature = "" } = request.query;
    const { subscriptionId } = request.params;
    const url = await documentUrlOf(ctx, { subscriptionId, kind, ref, until, signature });
    return reply
      .header("cache-control", "private, no-store")
      .header("referrer-policy", "no-referrer")
      .redirect(url, 303);
  });
  server.get<ReceiptRequest>("/gift-cards/:file", async (request, reply) => {
    const [, id = ""] = /^([0-9a-f-]{36})\.pdf$/.exec(request.params.file) ?? [];
    const { until = "", signature = "" } = request.query;
    const card = await giftCardOfLink(ctx, { id, until, signature });
    return reply
      .header("cache-control", "private, no-store")
      .header("referrer-policy", "no-referrer")
      .type("application/pdf")
      .header("content-disposition", 'inline; filename="gift-card.pdf"')
      .send(await giftCardPdf(ctx, card));
  });
  server.get<{ Params: { file: string } }>("/api/studio/money/:file", async (request, reply) => {
    const kind = csvKinds.find((one) => `${one}.csv` === request.params.file);
    if (!kind) throw new NotFound("file");
    const lines = await moneyCsv(await ctxOf(request), kind);
    return reply
      .type("text/csv; charset=utf-8")
      .header("content-disposition", `attachment; filename="${kind}.csv"`)
      .header("cache-control", "private, no-store")
      .send(Readable.from(lines));
  });
  server.get<{ Params: { file: string } }>("/api/studio/coupon-batches/:file", async (request, reply) => {
    const [, id] = /^([A-Za-z0-9-]+)\.csv$/.exec(request.params.file) ?? [];
    if (!id) throw new NotFound("file");
    const lines = await batchCsv(await ctxOf(request), id);
    return reply
      .type("text/csv; charset=utf-8")
      .header("content-disposition", `attachment; filename="${id}.csv"`)
      .header("cache-control", "private, no-store")
      .send(Readable.from(lines));
  });
  for (const gateway of ctx.ports.gateways.all) await gateway.routes?.(server, ctx);
  for (const owner of ctx.ports.owners.all) await owner.routes?.(server, ctx);
}
