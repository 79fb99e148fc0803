import type { BraintreeGateway } from "braintree";
import { z } from "zod";
import { fromDecimal } from "../../../../../contract/formats/numbers.ts";
import type { HeldDispute, HeldPayment } from "../../ports.ts";
import { asked, NotAtBraintree } from "./client.ts";
import { paidStatuses, text, transactionShape } from "./results.ts";
import type { Transaction } from "./results.ts";

const idsShape = z.object({
  searchResults: z.object({ pageSize: z.coerce.number().int().min(1), ids: z.array(z.string()) }),
});
/** One object stands alone, and none is absent. */
const oneOrMany = <Shape extends z.ZodType>(shape: Shape) =>
  z
    .union([z.array(shape), shape.transform((one) => [one])])
    .optional()
    .transform((found): z.output<Shape>[] => (found as z.output<Shape>[] | undefined) ?? []);
const foundShape = z.object({
  creditCardTransactions: z.object({ transaction: oneOrMany(transactionShape) }),
});

/**
 * Searches transactions. The SDK's own streams end the process on a page in place of XML, so requests are sent by hand.
 * @param criteria in Braintree's words: `{ orderId: { is: "…" } }`
 */
export async function* searchTransactions(
  client: BraintreeGateway,
  criteria: object,
): AsyncIterable<Transaction> {
  const path = `${client.config.baseMerchantPath()}/transactions/advanced_search`;
  const { searchResults } = await asked(idsShape, () =>
    client.http.post(`${path}_ids`, { search: criteria }),
  );
  const { ids, pageSize } = searchResults;
  for (let at = 0; at < ids.length; at += pageSize) {
    const search = { ...criteria, ids: ids.slice(at, at + pageSize) };
    const found = await asked(foundShape, () => client.http.post(path, { search }));
    yield* found.creditCardTransactions.transaction;
  }
}

export const findTransaction = (client: BraintreeGateway, id: string): Promise<Transaction> =>
  asked(transactionShape, () => client.transaction.find(id));

const refundFailures: ReadonlySet<string> = new Set([
  "failed",
  "gateway_rejected",
  "processor_declined",
  "settlement_declined",
  "voided",
]);

/**
 * A sale that was paid once; null for any other. What was voided afterwards went back whole; what failed to settle is told by a
 * lost dispute.
 */
async function paymentOf(client: BraintreeGateway, sale: Transaction): Promise<HeldPayment | null> {
  const { id: ref, orderId: key = null, currencyIsoCode: currencyCode } = sale;
  const amount = fromDecimal(sale.amount, currencyCode);
  if (sale.status === "voided" && wasPaid(sale)) return { ref, key, amount, currencyCode, refunded: amount };
  if (!paidStatuses.has(sale.status) && sale.status !== "settlement_declined") return null;
  let refunded = 0;
  for (const id of sale.refundIds) {
    const refund = await findTransaction(client, id);
    if (!refundFailures.has(refund.status)) refunded += fromDecimal(refund.amount, currencyCode);
  }
  return { ref, key, amount, currencyCode, refunded };
}

const wasPaid = ({ statusHistory }: Transaction): boolean =>
  statusHistory.some(({ status }) => paidStatuses.has(status));

/** Payments that were made between two moments. */
export async function* heldPayments(
  client: BraintreeGateway,
  from: Date,
  to: Date,
): AsyncIterable<HeldPayment> {
  for await (const sale of searchTransactions(client, { type: ["sale"], createdAt: rangeOf(from, to) })) {
    const held = await paymentOf(client, sale);
    if (held) yield held;
  }
}

const rangeOf = (from: Date, to: Date) => ({ min: from.toISOString(), max: to.toISOString() });

/** Payments with a refund that was made between two moments, each once. */
export async function* heldRefunds(
  client: BraintreeGateway,
  from: Date,
  to: Date,
): AsyncIterable<HeldPayment> {
  const seen = new Set<string>();
  const range = rangeOf(from, to);
  const sales = async function* (): AsyncIterable<Transaction> {
    for await (const refund of searchTransactions(client, { type: ["credit"], createdAt: range }))
      if (refund.refundedTransactionId) yield await findTransaction(client, refund.refundedTransactionId);
    yield* searchTransactions(client, { type: ["sale"], voidedAt: range });
  };
  for await (const sale of sales()) {
    if (seen.has(sale.id)) continue;
    seen.add(sale.id);
    const held = await paymentOf(client, sale);
    if (held) yield held;
  }
}

const disputeShape = z.object({
  id: z.string(),
  amountDisputed: z.string().optional(),
  amount: z.string(),
  currencyIsoCode: z.string(),
  kind: text,
  status: z.string(),
  reason: text,
  replyByDate: text,
  receivedDate: text,
  transaction: z.object({ id: z.string() }),
});
const disputeAnswer = z.object({ dispute: disputeShape });
const disputesShape = z.object({
  disputes: z.object({
    totalItems: z.coerce.number().int(),
    pageSize: z.coerce.number().int().min(1),
    dispute: oneOrMany(disputeShape),
  }),
});

const lost: ReadonlySet<string> = new Set(["accepted", "auto_accepted", "expired", "lost"]);

/** A date without a time, as a moment. */
const dayOf = (date: string | null | undefined): Date | null =>
  date && /^\d{4}-\d\d-\d\d/.test(date) ? new Date(`${date.slice(0, 10)}T00:00:00Z`) : null;

function heldDisputeOf(dispute: z.infer<typeof disputeShape>): HeldDispute {
  const { status, currencyIsoCode: currencyCode } = dispute;
  // The bank only asks for papers: no money moves.
  const isRetrieval = dispute.kind === "retrieval";
  const isLost = lost.has(status) && !isRetrieval;
  const isWon = status === "won" || (lost.has(status) && isRetrieval);
  return {
    ref: dispute.id,
    paymentRef: dispute.transaction.id,
    amount: fromDecimal(dispute.amountDisputed ?? dispute.amount, currencyCode),
    currencyCode,
    reason: dispute.reason ?? "general",
    status: isLost ? "lost" : isWon ? "won" : "open",
    dueAt: dayOf(dispute.replyByDate),
    openedAt: dayOf(dispute.receivedDate) ?? new Date(),
  };
}

/** The reference of a payment whose settlement failed after it had succeeded. */
const settlementPrefix = "settlement_";
export const settlementRef = (transactionId: string): string => `${settlementPrefix}${transactionId}`;

/** A payment whose settlement failed is lost like one whose dispute is. */
const lostSettlementOf = (sale: Transaction): HeldDispute | null =>
  sale.status === "settlement_declined"
    ? {
        ref: settlementRef(sale.id),
        paymentRef: sale.id,
        amount: fromDecimal(sale.amount, sale.currencyIsoCode),
        currencyCode: sale.currencyIsoCode,
        reason: "settlement_declined",
        status: "lost",
        dueAt: null,
        openedAt: new Date(sale.updatedAt),
      }
    : null;

/** The present state of a dispute, or of a settlement that failed; null if there is none. */
export async function findDispute(client: BraintreeGateway, ref: string): Promise<HeldDispute | null> {
  try {
    if (ref.startsWith(settlementPrefix))
      return lostSettlementOf(await findTransaction(client, ref.slice(settlementPrefix.length)));
    const { dispute } = await asked(disputeAnswer, () => client.dispute.find(ref));
    return heldDisputeOf(dispute);
  } catch (error) {
    if (error instanceof NotAtBraintree) return null;
    throw error;
  }
}

/** How long before its settlement fails a payment may have been made, in milliseconds. */
const settlementMs = 14 * 86_400_000;

/** Disputes that were opened between two moments, and payments whose settlement failed by then. */
export async function* heldDisputes(
  client: BraintreeGateway,
  from: Date,
  to: Date,
): AsyncIterable<HeldDispute> {
  const day = (at: Date): string => at.toISOString().slice(0, 10);
  const search = { receivedDate: { min: day(from), max: day(to) } };
  for (let page = 1, seen = 0; ; page += 1) {
    const path = `${client.config.baseMerchantPath()}/disputes/advanced_search?page=${page}`;
    const { disputes } = await asked(disputesShape, () => client.http.post(path, { search }));
    for (const dispute of disputes.dispute) yield heldDisputeOf(dispute);
    seen += disputes.dispute.length;
    if (disputes.dispute.length === 0 || seen >= disputes.totalItems) break;
  }
  const sales = searchTransactions(client, {
    type: ["sale"],
    status: ["settlement_declined"],
    createdAt: rangeOf(new Date(from.getTime() - settlementMs), to),
  });
  for await (const sale of sales) {
    const held = lostSettlementOf(sale);
    if (held) yield held;
  }
}
