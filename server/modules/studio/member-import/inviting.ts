import type { Ctx, Tx } from "../../../ctx.ts";
import { DomainError } from "../../../platform/errors.ts";
import type { JobRun } from "../../../platform/jobs/job.ts";
import { giveImportedPlan, keepCustomer, takeoverProvider } from "../../billing/index.ts";
import type { SubscriptionProvider } from "../../billing/index.ts";
import { addressesInUse, createInvitedMember, mailMemberInvitation } from "../../identity/index.ts";
import { takeOverConsent } from "../../notifications/index.ts";
import { offerOf } from "./dry-run.ts";
import { readingOf, readRow } from "./read-row.ts";
import type { ListedMember, RowState } from "./read-row.ts";
import { deleteOldMemberImports, findMemberImport, listRows, saveRowHandled } from "./store.ts";
import { beginTakeover, endIfHandled, heldNow } from "./taking-over.ts";
import type { RowTakeover } from "./taking-over.ts";

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

/** What follows a page and a row, in their transaction. */
interface Following {
  /** Continues the import below a line. */
  next(tx: Tx, after: number): Promise<void>;
  /** Takes over the subscription of a row. */
  takeOver(tx: Tx, row: RowTakeover): Promise<void>;
}

/**
 * Invites the people of a page of an import. A row is handled once. Without rows the import ends, unless subscriptions are still being
 * taken over.
 * @throws ProviderUnavailable for rows that the provider didn't answer about, once the others are handled; not at the last attempt
 */
export async function invitePage(
  ctx: Ctx,
  { importId, staffId, after }: ImportPage,
  run: Pick<JobRun, "signal" | "isLastAttempt">,
  following: Following,
): Promise<void> {
  const found = await findMemberImport(ctx.db, importId);
  if (found?.state !== "running") return;
  const reading = readingOf(found, await offerOf(ctx), ctx.clock.now());
  const providers = { current: ctx.ports.gateways.provider, holder: takeoverProvider(ctx)?.provider ?? null };
  const states = ["ready", "ready_to_take_over"] as const;
  const rows = await listRows(ctx.db, { id: importId, states, after, first: pageRows });
  const held = await heldNow(ctx, rows, reading, run);
  for (const { line, cells, state } of rows) {
    run.signal.throwIfAborted();
    const member = readRow(cells ?? [], reading);
    const now = held.found.get(line);
    if (held.failure && state === "ready_to_take_over" && !now && typeof member !== "string") continue;
    await handleRow(ctx, { importId, line }, async (tx) => {
      if (typeof member === "string") return member;
      if (state === "ready") return invite(tx, member, { staffId, ...providers });
      return now === undefined || typeof now === "string"
        ? (now ?? "failed")
        : beginTakeover(tx, { importId, line, staffId, member, ...now }, following.takeOver);
    });
  }
  if (held.failure) throw held.failure.error;
  const last = rows.at(-1);
  await ctx.transact((tx) => (last ? following.next(tx, last.line) : endIfHandled(tx, importId)));
}

async function handleRow(
  ctx: Ctx,
  { importId, line }: { readonly importId: string; readonly line: number },
  work: (tx: Tx) => Promise<RowState | null>,
): Promise<void> {
  const save = async (tx: Tx, state: RowState) => void (await saveRowHandled(tx.db, importId, line, state));
  try {
    await ctx.transact(async (tx) => {
      const state = await work(tx);
      if (state) await save(tx, state);
    });
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    ctx.log.warn({ importId, line, code: error.code }, "a row of an import of members was refused");
    const state = error.code === "CUSTOMER_TAKEN" ? "subscription_customer_taken" : "failed";
    await ctx.transact((tx) => save(tx, state));
  }
}

/** Creates an account with what it is given, and emails its link. Someone who has signed up by now stays as they are. */
async function invite(
  tx: Tx,
  member: ListedMember,
  by: {
    readonly staffId: string;
    /** Of new subscriptions. */
    readonly current: SubscriptionProvider;
    /** Whose customers the list names. */
    readonly holder: SubscriptionProvider | null;
  },
): Promise<RowState> {
  const { email, name, access, refs, hasConsent } = member;
  if (typeof access === "string") return access;
  if ((await addressesInUse(tx.db, [email])).size > 0) return "known";
  const { staffId, current, holder } = by;
  const personId = await createInvitedMember(tx, { name, email });
  const planName =
    access && (await giveImportedPlan(tx, { accountId: personId, provider: current, ...access, staffId }));
  if (refs.customer && holder)
    await keepCustomer(tx, { accountId: personId, provider: holder, ref: refs.customer });
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
