import type { SlashedDates } from "../../../../contract/table-dates.ts";
import type { Ctx, Tx } from "../../../ctx.ts";
import { forEachOf } from "../../../platform/concurrency.ts";
import type { JobRun } from "../../../platform/jobs/job.ts";
import { slashedDatesOf } from "../../../platform/table-dates.ts";
import { listGivablePlans, readHeldSubscription, takeoverProvider } from "../../billing/index.ts";
import type { GivablePlan } from "../../billing/index.ts";
import { addressesInUse } from "../../identity/index.ts";
import { summaryOf } from "./held-row.ts";
import type { HeldRow } from "./held-row.ts";
import { readingOf, readRow, stateOf } from "./read-row.ts";
import type { Offer, RowReading, RowState } from "./read-row.ts";
import {
  findMemberImport,
  listRows,
  listSlashedCells,
  lockMemberImport,
  saveImportSettings,
  saveRowStates,
} from "./store.ts";
import type { ListRow, MemberImportRow } from "./store.ts";
import { saveHeldRows, saveUncheckedAs } from "./store-held.ts";

const pageRows = 1000;
/** Rows that are asked about by one run of the job, and at the same time: Stripe takes 25 requests a second in its test mode. */
const checkedRows = 100;
export const maxRequests = 8;

/** How the dates with slashes of a draft are read; null if none has slashes, and for a list that isn't a draft any more. */
export async function listedDates(
  { db }: Pick<Ctx, "db">,
  { id, state, fields, dateOrder }: Pick<MemberImportRow, "id" | "state" | "fields" | "dateOrder">,
): Promise<SlashedDates | null> {
  const column = fields.indexOf("access_until");
  return column < 0 || state !== "draft"
    ? null
    : slashedDatesOf(await listSlashedCells(db, id, column), dateOrder);
}

/** What the studio has for the people of a list now. */
export const offerOf = async (ctx: Ctx): Promise<Offer & { readonly plans: readonly GivablePlan[] }> => ({
  plans: await listGivablePlans(ctx),
  hasProvider: takeoverProvider(ctx) !== null,
});

/**
 * Saves how a draft is read, and checks all of its rows without changing anybody: finds faults, duplicates, and addresses that have an
 * account.
 * @returns whether the payment provider has to be asked about some
 */
export async function dryRun(tx: Tx, draft: MemberImportRow, offer: Offer): Promise<boolean> {
  const { db } = tx;
  const found = { ...draft, dateOrder: (await listedDates(tx, draft))?.order ?? null };
  await saveImportSettings(db, found);
  const reading = readingOf(found, offer, tx.clock.now());
  const seen = new Set<string>();
  let hasUnchecked = false;
  for (let after = 0; ;) {
    const rows = await listRows(db, { id: found.id, after, first: pageRows });
    const last = rows.at(-1);
    if (!last) return hasUnchecked;
    after = last.line;
    const read = rows.map((row) => ({ ...row, member: readRow(row.cells ?? [], reading) }));
    const emails = read.flatMap(({ member }) => (typeof member === "string" ? [] : [member.email]));
    const known = await addressesInUse(db, emails);
    const states = read.map(({ line, held, member }): { line: number; state: RowState } => {
      if (typeof member === "string") return { line, state: member };
      if (seen.has(member.email)) return { line, state: "duplicate" };
      seen.add(member.email);
      return { line, state: known.has(member.email) ? "known" : stateOf(member, held, reading) };
    });
    hasUnchecked ||= states.some(({ state }) => state === "unchecked");
    await saveRowStates(db, found.id, states);
  }
}

/** A page of the check of a draft: the rows below a line. */
export interface CheckPage {
  readonly importId: string;
  readonly after: number;
}

/**
 * Asks the payment provider about the rows of a page of a draft. Changes nothing there.
 * @param next continues the check below a line, in the transaction
 */
export async function checkPage(
  ctx: Ctx,
  { importId, after }: CheckPage,
  { signal, isLastAttempt }: JobRun,
  next: (tx: Tx, after: number) => Promise<void>,
): Promise<void> {
  const found = await findMemberImport(ctx.db, importId);
  if (found?.state !== "draft") return;
  const rows = await listRows(ctx.db, { id: importId, states: ["unchecked"], after, first: checkedRows });
  const last = rows.at(-1);
  if (!last) return;
  const offer = await offerOf(ctx);
  const reading = readingOf(found, offer, ctx.clock.now());
  const asked = new Map<number, HeldRow>();
  const failure = await forEachOf(rows, maxRequests, async ({ line, cells }) => {
    signal.throwIfAborted();
    const member = readRow(cells ?? [], reading);
    if (typeof member === "string") return;
    const { refs } = member;
    asked.set(line, { refs, found: await answerOf(ctx, refs, isLastAttempt) });
  }).then(
    () => null,
    (error: unknown) => ({ error }),
  );
  await ctx.transact(async (tx) => {
    // An admin may have changed it while the provider was asked.
    const same = await lockMemberImport(tx.db, importId);
    if (same?.state !== "draft") return;
    await saveHeldRows(
      tx.db,
      importId,
      [...asked].map(([line, held]) => ({ line, held })),
    );
    const current = readingOf(same, offer, tx.clock.now());
    await saveRowStates(
      tx.db,
      importId,
      rows.flatMap((row) => checkedState(row, asked.get(row.line), current)),
    );
    if (failure) return;
    const silence = silenceOf([...asked.values()]);
    if (silence) await saveUncheckedAs(tx.db, importId, silence);
    else await next(tx, last.line);
  });
  // What was answered is saved: the next attempt asks about the rest.
  if (failure) throw failure.error;
}

/** What a page says of the rows below it: nothing, unless the provider answered none of its rows. */
function silenceOf(asked: readonly HeldRow[]): RowState | null {
  const isAll = (found: HeldRow["found"]) => asked.length > 0 && asked.every((one) => one.found === found);
  if (isAll("unreachable")) return "unreachable";
  return isAll("forbidden") ? "subscription_forbidden" : null;
}

/** @throws ProviderUnavailable, except at the last attempt */
async function answerOf(ctx: Ctx, refs: HeldRow["refs"], isLastAttempt: boolean): Promise<HeldRow["found"]> {
  try {
    const held = await readHeldSubscription(ctx, refs);
    return held && typeof held === "object" ? summaryOf(held) : held;
  } catch (error) {
    if (!isLastAttempt) throw error;
    ctx.log.warn({ err: error }, "a subscription of a list of members could not be read");
    return "unreachable";
  }
}

function checkedState(
  { line, cells }: ListRow,
  held: HeldRow | undefined,
  reading: RowReading,
): { line: number; state: RowState }[] {
  const member = readRow(cells ?? [], reading);
  return held && typeof member !== "string" ? [{ line, state: stateOf(member, held, reading) }] : [];
}
