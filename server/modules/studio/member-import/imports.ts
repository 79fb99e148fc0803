import { randomUUID } from "node:crypto";
import type { DateOrder } from "../../../../contract/table-dates.ts";
import type { Ctx } from "../../../ctx.ts";
import { readTable } from "../../../platform/csv-table.ts";
import { BadInput, ChangedMeanwhile, NotFound } from "../../../platform/errors.ts";
import { decodeCursor, encodeCursor, pageSize } from "../../../platform/graphql/paging.ts";
import { inEnglish, msg } from "../../../platform/i18n/messages.ts";
import { isUuid } from "../../../platform/uuid.ts";
import { listGivablePlans, plansForPrice } from "../../billing/index.ts";
import { recordAuditEntry, requireConfirmedStaff, requireStaff } from "../../identity/index.ts";
import { dryRun, offerOf } from "./dry-run.ts";
import { guessFields, memberFields } from "./fields.ts";
import type { MemberField } from "./fields.ts";
import { enqueueMemberImport, enqueueMemberImportCheck } from "./jobs.ts";
import { choicesOf, planIdOf, rowFaults } from "./read-row.ts";
import type { NamedPlan, RowState } from "./read-row.ts";
import {
  countListRows,
  deleteMemberImport,
  findMemberImport,
  insertListRows,
  insertMemberImport,
  listListedPlans,
  listMemberImports,
  listRows,
  lockMemberImport,
  saveImportStarted,
} from "./store.ts";
import { forgetUnreachable, listListedPrices } from "./store-held.ts";
import type { ListedPlan, ListRow, MemberImportRow, PlanChoice } from "./store.ts";

/** Rows of a file. */
const maxMembers = 50_000;
const pageRows = 1000;
/** Rows from which a column's meaning is guessed. */
const guessedRows = 20;
const maxFileName = 200;
/** Names of plans in a file that an admin may map to plans of their own. */
const maxListedPlans = 100;
/** Rows that are shown with what the columns hold. */
const sampleRows = 3;
/** Rows that the list of faults shows. */
const notInvited = [...rowFaults, "known", "failed"] as const satisfies readonly RowState[];

/** Imports of members, the newest first; for admins. @throws NotFound, SecondStepRequired, Unauthenticated */
export function readMemberImports(ctx: Ctx): Promise<MemberImportRow[]> {
  requireStaff(ctx);
  return listMemberImports(ctx.db);
}

/** An import of members; for admins. @throws NotFound, SecondStepRequired, Unauthenticated */
export async function readMemberImport(ctx: Ctx, id: string): Promise<MemberImportRow> {
  requireStaff(ctx);
  const found = isUuid(id) ? await findMemberImport(ctx.db, id) : null;
  if (!found) throw new NotFound("import");
  return found;
}

/** A plan that a list names, and what it stands for. */
export interface ListedPlanChoice extends ListedPlan {
  /** Null: no plan, or unknown. */
  readonly planId: string | null;
  readonly isKnown: boolean;
}

/** The plans that a draft names, the most frequent first; none for a list that isn't a draft any more. */
export async function listedPlans(
  ctx: Ctx,
  { id, state, fields, planChoices }: MemberImportRow,
): Promise<ListedPlanChoice[]> {
  const column = fields.indexOf("plan");
  if (column < 0 || state !== "draft") return [];
  const [listed, plans] = await Promise.all([
    listListedPlans(ctx.db, id, column, maxListedPlans),
    listGivablePlans(ctx),
  ]);
  const reading = { plans, planChoices: choicesOf(planChoices) };
  return listed.map((plan) => {
    const planId = planIdOf(plan.value.toLowerCase(), reading);
    return { ...plan, planId: planId ?? null, isKnown: planId !== undefined };
  });
}

/**
 * Receives a list of members, guesses its columns and checks its rows. No one is changed or emailed. What its rows say is deleted
 * once they are handled, and with a draft after 7 days. For admins.
 * @returns the import's id
 * @throws BadInput, NotFound, SecondStepRequired, Unauthenticated
 */
export async function receiveMemberList(
  ctx: Ctx,
  file: { readonly name: string; readonly content: Buffer },
): Promise<string> {
  requireStaff(ctx);
  const { header, rows } = await readTable(file.content, maxMembers);
  const id = randomUUID();
  const fields = guessFields(
    header,
    rows.slice(0, guessedRows).map(({ cells }) => cells),
  );
  const offer = await offerOf(ctx);
  await ctx.transact(async (tx) => {
    const now = tx.clock.now();
    const fileName = file.name.slice(0, maxFileName);
    await insertMemberImport(tx.db, { id, fileName, header, fields, now });
    for (let at = 0; at < rows.length; at += pageRows)
      await insertListRows(tx.db, id, rows.slice(at, at + pageRows));
    const found = await findMemberImport(tx.db, id);
    if (await dryRun(tx, found!, offer)) await enqueueMemberImportCheck(tx, id);
    await recordAuditEntry(tx, {
      action: "studio.member_list_received",
      subject: `member_import:${id}`,
      details: { rows: rows.length },
    });
  });
  return id;
}

/** @throws BadInput */
function readFields({ header }: MemberImportRow, given: readonly string[]): (MemberField | null)[] {
  const fields = given.map((one) => memberFields.find((field) => field === one) ?? null);
  if (fields.length !== header.length) throw new BadInput("fields", inEnglish("Send a field per column."));
  const used = fields.filter((field) => field !== null);
  if (new Set(used).size < used.length)
    throw new BadInput("fields", msg("Two columns have the same meaning. Choose one of them."));
  return fields;
}

/** @throws BadInput */
function readChoices(given: readonly PlanChoice[], plans: readonly NamedPlan[]): PlanChoice[] {
  if (given.length > maxListedPlans)
    throw new BadInput("planChoices", inEnglish(`At most ${maxListedPlans} names.`));
  if (given.some(({ planId }) => planId !== null && !plans.some(({ id }) => id === planId)))
    throw new BadInput("planChoices", msg("Choose a plan."));
  return given.map(({ value, planId }) => ({ value: value.trim().toLowerCase(), planId }));
}

/** Choices that were made before, with those that are made now. */
const withChoices = (before: readonly PlanChoice[], chosen: readonly PlanChoice[]): PlanChoice[] => [
  ...before.filter(({ value }) => !chosen.some((one) => one.value === value)),
  ...chosen,
];

/** @throws BadInput for a plan that can't go on with the price, unless it was chosen before */
async function readPriceChoices(
  ctx: Ctx,
  { id, priceChoices }: MemberImportRow,
  given: readonly PlanChoice[],
): Promise<PlanChoice[]> {
  if (given.length === 0) return [];
  const prices = await listListedPrices(ctx.db, id, maxListedPlans);
  const before = choicesOf(priceChoices);
  return Promise.all(
    given.map(async ({ value, planId }) => {
      // Its rows may have another fault now, so that the price isn't listed.
      if (before.get(value.toLowerCase()) === planId) return { value: value.toLowerCase(), planId };
      const found = prices.find(({ price }) => price.priceRef === value);
      const plans = found ? await plansForPrice(ctx, found.price) : [];
      if (planId !== null && !plans.some((plan) => plan.id === planId))
        throw new BadInput("priceChoices", msg("Choose a plan."));
      return { value: value.toLowerCase(), planId };
    }),
  );
}

/**
 * Corrects what the columns of a draft are, and what its members are given; checks its rows again. For admins.
 * @throws BadInput, ChangedMeanwhile unless it is a draft, NotFound, SecondStepRequired, Unauthenticated
 */
export async function changeMemberImport(
  ctx: Ctx,
  id: string,
  given: {
    /** Of each column; any other than `memberFields`: it isn't used. */
    readonly fields: readonly string[];
    readonly planId: string | null;
    readonly accessUntil: Date | null;
    /** Of dates with slashes that don't say it themselves; undefined: as it was, if they are in the same column. */
    readonly dateOrder?: DateOrder | undefined;
    /** Which plans names of the list stand for; others stay as they were. */
    readonly planChoices?: readonly PlanChoice[] | undefined;
    /** Which plans the prices of running subscriptions stand for; others stay as they were. */
    readonly priceChoices?: readonly PlanChoice[] | undefined;
  },
): Promise<MemberImportRow> {
  const draft = await readMemberImport(ctx, id);
  const { planId, accessUntil } = given;
  const offer = await offerOf(ctx);
  const { plans } = offer;
  if (planId !== null && !plans.some((plan) => plan.id === planId))
    throw new BadInput("planId", msg("Choose a plan."));
  const chosen = readChoices(given.planChoices ?? [], plans);
  const chosenPrices = await readPriceChoices(ctx, draft, given.priceChoices ?? []);
  await ctx.transact(async (tx) => {
    const found = await lockMemberImport(tx.db, id);
    if (found?.state !== "draft") throw new ChangedMeanwhile();
    const fields = readFields(found, given.fields);
    const isSameColumn = fields.indexOf("access_until") === found.fields.indexOf("access_until");
    const dateOrder = given.dateOrder ?? (isSameColumn ? found.dateOrder : null);
    const changed = {
      ...found,
      fields,
      planId,
      accessUntil,
      dateOrder,
      planChoices: withChoices(found.planChoices, chosen),
      priceChoices: withChoices(found.priceChoices, chosenPrices),
    };
    // What the provider didn't answer is asked again.
    await forgetUnreachable(tx.db, id);
    if (await dryRun(tx, changed, offer)) await enqueueMemberImportCheck(tx, id);
  });
  return readMemberImport(ctx, id);
}

/**
 * Invites everyone whose row is without a fault, a page at a time. Idempotent. For admins.
 * @throws BadInput without a column of emails, or while subscriptions are checked; ConfirmationNeeded, NotFound, SecondStepRequired, Unauthenticated
 */
export async function startMemberImport(ctx: Ctx, id: string): Promise<MemberImportRow> {
  const { accountId } = await requireConfirmedStaff(ctx);
  const { fields } = await readMemberImport(ctx, id);
  if (!fields.includes("email")) throw new BadInput("fields", msg("Choose the column with the emails."));
  await ctx.transact(async (tx) => {
    if (!(await saveImportStarted(tx.db, id, tx.clock.now()))) return;
    const counts: Partial<Record<RowState, number>> = Object.fromEntries(
      (await countListRows(tx.db, id)).map(({ state, count }) => [state, count]),
    );
    const { ready = 0, ready_to_take_over: takeovers = 0, unchecked = 0 } = counts;
    if (unchecked > 0) throw new BadInput("id", msg("Wait until every subscription is checked."));
    await enqueueMemberImport(tx, { importId: id, staffId: accountId, hasTakeovers: takeovers > 0 });
    await recordAuditEntry(tx, {
      action: "studio.members_imported",
      subject: `member_import:${id}`,
      details: { members: ready + takeovers, ...(takeovers > 0 ? { takeovers } : {}) },
    });
  });
  return readMemberImport(ctx, id);
}

/** Deletes an import with what its rows say; its members stay. Idempotent. For admins. @throws ChangedMeanwhile while it runs, NotFound */
export async function deleteImport(ctx: Ctx, id: string): Promise<void> {
  requireStaff(ctx);
  if (!isUuid(id)) return;
  await ctx.transact(async (tx) => {
    const found = await lockMemberImport(tx.db, id);
    if (!found) return;
    if (!(await deleteMemberImport(tx.db, id))) throw new ChangedMeanwhile();
    await recordAuditEntry(tx, { action: "studio.member_list_deleted", subject: `member_import:${id}` });
  });
}

/** How many rows of an import are in each state. */
export const rowCounts = (ctx: Ctx, { id }: MemberImportRow) => countListRows(ctx.db, id);

/** What the first rows hold, by column; nothing once they are handled. */
export async function samplesOf(ctx: Ctx, { id, header }: MemberImportRow): Promise<string[][]> {
  const rows = await listRows(ctx.db, { id, after: 0, first: sampleRows });
  return header.map((_name, at) => rows.flatMap(({ cells }) => (cells?.[at] ? [cells[at]] : [])));
}

/** A row that isn't invited. */
export interface RefusedRow {
  readonly line: number;
  readonly state: RowState;
  /** As the file has it; null once the rows are handled. */
  readonly email: string | null;
}

/** A page of the rows that aren't invited, by line. @throws BadInput */
export async function refusedRows(
  ctx: Ctx,
  { id, fields }: MemberImportRow,
  request: { first?: number | null | undefined; after?: string | null | undefined } | null | undefined,
): Promise<{ items: RefusedRow[]; nextCursor: string | null }> {
  const first = pageSize(request?.first);
  const cursor = decodeCursor(request?.after, ["count"]);
  const rows = await listRows(ctx.db, { id, states: notInvited, after: cursor?.[0] ?? 0, first: first + 1 });
  const email = fields.indexOf("email");
  const items = rows.slice(0, first).map(({ line, state, cells }: ListRow): RefusedRow => ({
    line,
    state,
    email: cells?.[email] ?? null,
  }));
  const last = rows.length > first ? items.at(-1) : undefined;
  return { items, nextCursor: last ? encodeCursor([last.line]) : null };
}
