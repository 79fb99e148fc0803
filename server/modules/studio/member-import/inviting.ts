import type { Ctx, Tx } from "../../../ctx.ts";
import { DomainError } from "../../../platform/errors.ts";
import { giveImportedPlan, keepCustomer, listGivablePlans } from "../../billing/index.ts";
import type { SubscriptionProvider } from "../../billing/index.ts";
import { addressesInUse, createInvitedMember, mailMemberInvitation } from "../../identity/index.ts";
import { takeOverConsent } from "../../notifications/index.ts";
import { readingOf, readRow } from "./read-row.ts";
import type { ListedMember, RowReading, RowState } from "./read-row.ts";
import {
  deleteOldMemberImports,
  findMemberImport,
  listRows,
  saveImportEnded,
  saveRowHandled,
} from "./store.ts";

/** People who are invited by one run of the job. */
const pageRows = 100;
const day = 86_400_000;
/** How long a draft is kept with what its rows say. */
const draftDays = 7;
/** How long the result of an import is kept, without what its rows say. */
export const resultDays = 90;

/** A page of an import: the rows below a line. */
export interface ImportPage {
  readonly importId: string;
  /** Who started it. */
  readonly staffId: string;
  readonly after: number;
}

/**
 * Invites the people of a page of an import. A row is handled once.
 * @param next continues the import below a line, in the transaction; without rows the import ends
 */
export async function invitePage(
  ctx: Ctx,
  { importId, staffId, after }: ImportPage,
  signal: AbortSignal,
  next: (tx: Tx, after: number) => Promise<void>,
): Promise<void> {
  const found = await findMemberImport(ctx.db, importId);
  if (found?.state !== "running") return;
  const reading = readingOf(found, await listGivablePlans(ctx), ctx.clock.now());
  const rows = await listRows(ctx.db, { id: importId, states: ["ready"], after, first: pageRows });
  for (const { line, cells } of rows) {
    signal.throwIfAborted();
    await handleRow(ctx, { importId, staffId, line, cells: cells ?? [], reading });
  }
  const last = rows.at(-1);
  await ctx.transact((tx) => (last ? next(tx, last.line) : saveImportEnded(tx.db, importId, tx.clock.now())));
}

async function handleRow(
  ctx: Ctx,
  row: {
    readonly importId: string;
    readonly staffId: string;
    readonly line: number;
    readonly cells: readonly string[];
    readonly reading: RowReading;
  },
): Promise<void> {
  const { importId, staffId, line, cells, reading } = row;
  const member = readRow(cells, reading);
  const save = (state: RowState) => ctx.transact((tx) => saveRowHandled(tx.db, importId, line, state));
  if (typeof member === "string") return save(member);
  const { provider } = ctx.ports.gateways;
  try {
    await ctx.transact(async (tx) => {
      await saveRowHandled(tx.db, importId, line, await invite(tx, member, { provider, staffId }));
    });
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    ctx.log.warn({ importId, line, code: error.code }, "a row of an import of members was refused");
    await save("failed");
  }
}

/** Creates an account with what it is given, and emails its link. Someone who has signed up by now stays as they are. */
async function invite(
  tx: Tx,
  member: ListedMember,
  { provider, staffId }: { readonly provider: SubscriptionProvider; readonly staffId: string },
): Promise<RowState> {
  const { email, name, access, customer, hasConsent } = member;
  if ((await addressesInUse(tx.db, [email])).size > 0) return "known";
  const personId = await createInvitedMember(tx, { name, email });
  const planName =
    access && (await giveImportedPlan(tx, { accountId: personId, provider, ...access, staffId }));
  // Another provider knows no customers of Stripe.
  if (customer && provider === "stripe")
    await keepCustomer(tx, { accountId: personId, provider, ref: customer });
  await takeOverConsent(tx, personId, hasConsent);
  await mailMemberInvitation(tx, {
    personId,
    name,
    email,
    access: access && planName ? { planName, until: access.until } : null,
  });
  return "invited";
}

/** Deletes drafts after 7 days, and the results of imports after 90. */
export async function forgetMemberImports(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now().getTime();
  const before = (days: number) => new Date(now - days * day);
  await deleteOldMemberImports(ctx.db, { draftsBefore: before(draftDays), before: before(resultDays) });
}
