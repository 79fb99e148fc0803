import { sql } from "kysely";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";
import { deleteInBatches, oldest } from "../../../platform/jobs/retention.ts";
import type {
  ContractRequestKind,
  ContractRequestOutcome,
  ContractRequestStatus,
} from "../rules/contract-requests.ts";

/** A cancellation or withdrawal that a person sent without signing in. */
export interface ContractRequestRow {
  readonly id: string;
  readonly inputHash: string;
  readonly kind: ContractRequestKind;
  readonly isExtraordinary: boolean;
  readonly reason: string | null;
  readonly name: string;
  readonly email: string;
  readonly invoiceNumber: string | null;
  /** When the contract shall end; null for as soon as possible. */
  readonly wantedAt: Date | null;
  readonly receivedAt: Date;
  /** Language of the request that sent it; null for requests of earlier releases. */
  readonly locale: string | null;
  readonly status: ContractRequestStatus;
  readonly outcome: ContractRequestOutcome | null;
  readonly accountId: string | null;
  readonly subscriptionId: string | null;
  /** What staff noted when they closed it. */
  readonly note: string | null;
}

const columns = sql`
  requests.id, requests.input_hash as "inputHash", requests.kind, requests.is_extraordinary as "isExtraordinary", requests.reason,
  requests.name, requests.email, requests.invoice_number as "invoiceNumber", requests.wanted_at as "wantedAt",
  requests.received_at as "receivedAt", requests.locale, requests.status, requests.outcome, requests.account_id as "accountId",
  requests.subscription_id as "subscriptionId", requests.note`;

type NewRequest = Omit<ContractRequestRow, "outcome" | "note"> & { readonly idempotencyKey: string };
const insertRow = statement<NewRequest, never>(
  "billing.insert_contract_request",
  (p) => sql`
    insert into billing.contract_requests (id, idempotency_key, input_hash, kind, is_extraordinary, reason, name, email, invoice_number,
      wanted_at, received_at, locale, status, account_id, subscription_id)
    values (${p.id}::uuid, ${p.idempotencyKey}, ${p.inputHash}, ${p.kind}, ${p.isExtraordinary}, ${p.reason}, ${p.name}, ${p.email},
      ${p.invoiceNumber}, ${p.wantedAt}, ${p.receivedAt}, ${p.locale}, ${p.status}, ${p.accountId}::uuid, ${p.subscriptionId}::uuid)
    on conflict (idempotency_key) do nothing`,
);
const selectByKey = statement<{ key: string }, ContractRequestRow>(
  "billing.find_contract_request_by_key",
  (p) => sql`select ${columns} from billing.contract_requests as requests where idempotency_key = ${p.key}`,
);
const selectById = statement<{ id: string }, ContractRequestRow>(
  "billing.find_contract_request",
  (p) => sql`select ${columns} from billing.contract_requests as requests where id = ${p.id}::uuid`,
);
const lockRow = statement<{ id: string }, ContractRequestRow>(
  "billing.lock_contract_request",
  (p) =>
    sql`select ${columns} from billing.contract_requests as requests where id = ${p.id}::uuid for update`,
);
const selectOpen = statement<{ most: number }, ContractRequestRow>(
  "billing.list_open_contract_requests",
  (p) => sql`
    select ${columns} from billing.contract_requests as requests
    where status in ('unconfirmed', 'accepted', 'scheduled', 'review') order by received_at limit ${p.most}::int`,
);
const selectScheduled = statement<{ most: number }, { id: string }>(
  "billing.list_due_contract_requests",
  // A day after the running term is waited for: the contract renews until then.
  (p) => sql`
    select requests.id from billing.contract_requests as requests
    join billing.subscriptions as found on found.id = requests.subscription_id
    where requests.status = 'scheduled' and (requests.wanted_at <= coalesce(found.term_ends_at, found.trial_ends_at, found.starts_at)
      or found.status in ('canceled', 'canceled_during_pending', 'future_canceled'))
    order by requests.received_at limit ${p.most}::int`,
);
interface Settlement {
  readonly id: string;
  readonly status: ContractRequestStatus;
  readonly outcome: ContractRequestOutcome | null;
  readonly now: Date;
}
const settleRow = statement<Settlement, never>(
  "billing.settle_contract_request",
  (p) => sql`
    update billing.contract_requests set status = ${p.status}, outcome = ${p.outcome}, settled_at = ${p.now}
    where id = ${p.id}::uuid`,
);
const confirmRow = statement<
  { id: string; accountId: string | null; subscriptionId: string | null; status: string; now: Date },
  never
>(
  "billing.confirm_contract_request",
  (p) => sql`
    update billing.contract_requests set status = ${p.status}, account_id = ${p.accountId}::uuid,
      subscription_id = ${p.subscriptionId}::uuid, confirmed_at = ${p.now} where id = ${p.id}::uuid`,
);
const closeRow = statement<{ id: string; staffId: string; note: string; now: Date }, never>(
  "billing.close_contract_request",
  (p) => sql`
    update billing.contract_requests set status = 'closed', note = ${p.note}, closed_by = ${p.staffId}::uuid, settled_at = ${p.now}
    where id = ${p.id}::uuid and status in ('unconfirmed', 'scheduled', 'review')`,
);
const deleteOld = statement<{ before: Date }, never>(
  "billing.delete_old_contract_requests",
  (p) => sql`
    delete from billing.contract_requests where ${oldest(
      "billing.contract_requests",
      "received_at",
      p.before,
      sql`status in ('unconfirmed', 'done', 'closed')`,
    )}`,
);
const selectOfInvoice = statement<{ number: string }, { accountId: string; subscriptionId: string }>(
  "billing.find_contract_of_invoice",
  (p) => sql`
    select account_id as "accountId", subscription_id as "subscriptionId" from billing.invoices
    where number = ${p.number} and status <> 'pending'`,
);

/** @returns false if the key was used before */
export const insertContractRequest = async (db: Db, request: NewRequest): Promise<boolean> =>
  (await db.change(insertRow, request)) > 0;

export const findContractRequestByKey = (db: Db, key: string): Promise<ContractRequestRow | null> =>
  db.maybe(selectByKey, { key });

export const findContractRequest = (db: Db, id: string): Promise<ContractRequestRow | null> =>
  db.maybe(selectById, { id });

export const lockContractRequest = (db: Db, id: string): Promise<ContractRequestRow | null> =>
  db.maybe(lockRow, { id });

/** Requests that aren't settled, oldest first. */
export const listOpenContractRequests = (db: Db, most: number): Promise<ContractRequestRow[]> =>
  db.many(selectOpen, { most });

/** Scheduled requests whose wanted day lies in the running term by now. */
export const listDueContractRequests = (db: Db, most: number): Promise<{ id: string }[]> =>
  db.many(selectScheduled, { most });

export const settleContractRequest = async (db: Db, settlement: Settlement): Promise<void> => {
  await db.change(settleRow, settlement);
};

export const confirmContractRequest = async (
  db: Db,
  request: {
    id: string;
    accountId: string | null;
    subscriptionId: string | null;
    status: ContractRequestStatus;
    now: Date;
  },
): Promise<void> => {
  await db.change(confirmRow, request);
};

/** @returns false if it isn't open */
export const closeContractRequestRow = async (
  db: Db,
  closing: { id: string; staffId: string; note: string; now: Date },
): Promise<boolean> => (await db.change(closeRow, closing)) > 0;

/** Deletes settled requests received before a moment. */
export const deleteOldContractRequests = async (db: Db, before: Date): Promise<void> => {
  await deleteInBatches(db, deleteOld, { before });
};

/** The account and subscription of an issued invoice. */
export const findContractOfInvoice = (
  db: Db,
  number: string,
): Promise<{ accountId: string; subscriptionId: string } | null> => db.maybe(selectOfInvoice, { number });
