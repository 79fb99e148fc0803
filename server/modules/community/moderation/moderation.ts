import { permissions } from "../../../../contract/staff.ts";
import { caseCauses } from "../../../../contract/moderation.ts";
import { z } from "zod";
import { paths } from "../../../../contract/urls.ts";
import type { Ctx, Tx, Viewer } from "../../../ctx.ts";
import { BadInput, NotFound } from "../../../platform/errors.ts";
import { decodeCursor, encodeCursor, pageSize } from "../../../platform/graphql/paging.ts";
import { defineJob } from "../../../platform/jobs/job.ts";
import { mailPerson, recordAuditEntry, requireStaff, requireViewer } from "../../identity/index.ts";
import { decisionNotified } from "../events.ts";
import { IllegalTransition } from "../errors.ts";
import { readText } from "../../../platform/text.ts";
import { pauseAfter } from "../limits.ts";
import type { Page, PageRequest } from "../pages.ts";
import { requireAuthor, uuidOf } from "../people.ts";
import { pathOfContent } from "../paths.ts";
import { countQueues, findCase, listCases } from "./store-cases.ts";
import type { CaseRow, ContentType, Decision, Queue, ReportReason } from "./store-cases.ts";
import {
  findModerationSettingsById,
  keepContent,
  limitContent,
  lockCase,
  lockCaseOf,
  passOn,
  removeContent,
  saveAppeal,
  saveDecision,
  saveStrike,
  undoDecision,
} from "./store-decisions.ts";
import type { HeldCase } from "./store-decisions.ts";
import { findModerationSettings, lockContent } from "../store-writing.ts";
import { readText as readWriting } from "../text.ts";
import { notifyTopic } from "../topics.ts";
import { decisionEmail, outcomeOf } from "./decision-email.ts";
import { msg } from "../../../platform/i18n/messages.ts";

export type { CaseRow } from "./store-cases.ts";

/** How long a decision can be undone before its author is notified. Milliseconds. */
const undoMs = 30_000;
const maxNoteLength = 500;
const maxAppealLength = 1000;
const dayMs = 24 * 60 * 60 * 1000;

function requireModerator(ctx: { readonly viewer: Viewer | null }): Viewer {
  requireViewer(ctx);
  return requireStaff(ctx, ...permissions.moderate);
}

/** Cases of a queue; for `done`, the latest decisions. @throws NotFound for anyone but moderators */
export async function pageOfCases(
  ctx: Ctx,
  filter: { queue: Queue; reason?: ReportReason | null | undefined },
  request: PageRequest | null | undefined,
): Promise<Page<CaseRow>> {
  requireModerator(ctx);
  const first = pageSize(request?.first);
  const after = decodeCursor(request?.after, ["count", "time", "uuid"]);
  const rows = await listCases(ctx.db, {
    queue: filter.queue,
    reason: filter.reason ?? null,
    first: first + 1,
    reports: after?.[0] ?? 0,
    at: after?.[1] ?? null,
    id: after?.[2] ?? null,
  });
  const items = rows.slice(0, first);
  const last = rows.length > first ? items.at(-1) : undefined;
  const at = filter.queue === "done" ? last?.decidedAt : last?.openedAt;
  return { items, nextCursor: last && at ? encodeCursor([last.reportsCount, at.getTime(), last.id]) : null };
}

/** Number of cases per queue; for `done`, those of the last week. @throws NotFound */
export function countCases(ctx: Ctx): Promise<Record<Queue, number> & { oldest: Date | null }> {
  requireModerator(ctx);
  return countQueues(ctx.db, new Date(ctx.clock.now().getTime() - 7 * dayMs));
}

/** Number of open cases for the viewer; escalated ones count only for admins. @throws NotFound */
export async function casesWaiting(ctx: Ctx): Promise<number> {
  const { reported, pending, appeals, passed } = await countCases(ctx);
  return reported + pending + appeals + (ctx.viewer?.role === "admin" ? passed : 0);
}

export interface Verdict {
  readonly decision: Decision;
  /** Reason for a removal, sent to the author. */
  readonly reason?: ReportReason | null | undefined;
  /** For the audit log. */
  readonly note?: string | null | undefined;
}

/**
 * Decides an open case. Its author is notified after the undo period.
 * @throws NotFound, BadInput, IllegalTransition
 */
export async function decideCase(ctx: Ctx, id: string, verdict: Verdict): Promise<CaseRow> {
  const { accountId: by } = requireModerator(ctx);
  const note = readText(verdict.note ?? "", "note", maxNoteLength) || null;
  if (verdict.decision === "remove" && !verdict.reason)
    throw new BadInput("reason", msg("Enter a reason for the author."));
  await ctx.transact(async (tx) => {
    const found = await lock(ctx, tx, id);
    if (found.status === "reviewed") throw new IllegalTransition(msg("This case was already decided."));
    if (verdict.decision === "limit" && found.contentType !== "video_upload")
      throw new BadInput("decision", msg("Only videos can be limited to the author’s crew."));
    const now = tx.clock.now();
    const before = await findModerationSettingsById(tx.db, found.id);
    await apply(tx, found, verdict, now, before.content?.["removedAt"] != null);
    const reason = verdict.decision === "remove" ? (verdict.reason ?? null) : null;
    await saveDecision(tx.db, { id: found.id, decision: verdict.decision, reason, note, by, now, before });
    await recordAuditEntry(tx, {
      action: `community.case_decided`,
      subject: `${found.contentType}:${found.contentId}`,
      details: { decision: verdict.decision, reason, note },
    });
    await tx.enqueue(
      notifyJob,
      { caseId: found.id, decidedAt: now.toISOString(), cause: found.cause },
      { runAt: new Date(now.getTime() + undoMs), key: `tell-${found.id}` },
    );
  });
  return read(ctx, id);
}

async function apply(
  tx: Tx,
  found: HeldCase,
  verdict: Verdict,
  now: Date,
  wasRemoved: boolean,
): Promise<void> {
  const { contentType, contentId, personId } = found;
  await notifyContentTopic(tx, contentId);
  const strikes = (await findModerationSettings(tx.db, personId))?.strikes ?? 0;
  if (verdict.decision === "remove") {
    if (contentType !== "user") await removeContent(tx.db, contentId, now, verdict.reason!);
    // After a rejected appeal, the strike was already added at the removal.
    if (wasRemoved) return;
    const pause = Math.max(pauseAfter(strikes + 1), contentType === "user" ? dayMs : 0);
    const pausedUntil = pause > 0 ? new Date(now.getTime() + pause) : null;
    await saveStrike(tx.db, { personId, by: 1, pausedUntil, now });
    return;
  }
  if (contentType === "user") return;
  await (verdict.decision === "limit" ? limitContent : keepContent)(tx.db, contentId);
  if (wasRemoved) await saveStrike(tx.db, { personId, by: -1, pausedUntil: null, now });
}

/** Updates subscribers when content is removed or restored. */
async function notifyContentTopic(tx: Tx, contentId: string): Promise<void> {
  const content = await lockContent(tx.db, contentId);
  if (content) notifyTopic(tx, content);
}

async function lock(ctx: Ctx, tx: Tx, id: string): Promise<HeldCase> {
  const caseId = uuidOf(id);
  const found = caseId ? await lockCase(tx.db, caseId) : null;
  if (!found || (found.isPassed && ctx.viewer?.role !== "admin")) throw new NotFound("case");
  return found;
}

async function read(ctx: Ctx, id: string): Promise<CaseRow> {
  const found = await findCase(ctx.db, id.toLowerCase());
  if (!found) throw new NotFound("case");
  return found;
}

/** Undoes a decision before its author is notified. @throws NotFound, IllegalTransition */
export async function undoCase(ctx: Ctx, id: string): Promise<CaseRow> {
  const { accountId } = requireModerator(ctx);
  await ctx.transact(async (tx) => {
    const found = await lock(ctx, tx, id);
    const isLate = !found.decidedAt || tx.clock.now().getTime() - found.decidedAt.getTime() > undoMs;
    if (found.status !== "reviewed" || !found.before || isLate || found.decidedBy !== accountId)
      throw new IllegalTransition(msg("You can’t undo this decision anymore."));
    await undoDecision(tx.db, found.id, found.before);
    await notifyContentTopic(tx, found.contentId);
    await recordAuditEntry(tx, {
      action: "community.case_reopened",
      subject: `${found.contentType}:${found.contentId}`,
      details: { decision: found.decision },
    });
  });
  return read(ctx, id);
}

/** Escalates a case to an administrator. @throws NotFound, IllegalTransition */
export async function passCase(ctx: Ctx, id: string): Promise<CaseRow> {
  requireModerator(ctx);
  await ctx.transact(async (tx) => {
    const found = await lock(ctx, tx, id);
    if (found.status === "reviewed") throw new IllegalTransition(msg("This case was already decided."));
    await passOn(tx.db, found.id);
    await recordAuditEntry(tx, {
      action: "community.case_passed",
      subject: `${found.contentType}:${found.contentId}`,
    });
  });
  return read(ctx, id);
}

/** Appeals a removal, once. @throws NotFound, BadInput, IllegalTransition */
export async function appeal(ctx: Ctx, contentType: ContentType, id: string, words: string): Promise<void> {
  const { accountId } = requireAuthor(ctx);
  const { text } = readWriting(words, maxAppealLength);
  const contentId = contentType === "user" ? accountId : uuidOf(id);
  await ctx.transact(async (tx) => {
    const found = contentId ? await lockCaseOf(tx.db, contentId) : null;
    if (!found || found.personId !== accountId || found.contentType !== contentType)
      throw new NotFound("case");
    if (found.status !== "reviewed" || found.decision !== "remove" || found.appealedAt)
      throw new IllegalTransition(msg("There’s no decision to appeal."));
    await saveAppeal(tx.db, found.id, text, tx.clock.now());
  });
}

/** Emails an author the decision and its reason, once the undo period is over. */
export const notifyJob = defineJob({
  name: "community.tell_decision",
  schema: z.object({
    caseId: z.uuid(),
    decidedAt: z.iso.datetime(),
    cause: z.enum(caseCauses),
  }),
  maxAttempts: 10,
  run: async (ctx: Ctx, { caseId, decidedAt, cause }) => {
    const found = await findCase(ctx.db, caseId);
    if (!found?.person || found.decidedAt?.toISOString() !== decidedAt) return;
    const outcome = outcomeOf(found.decision, cause);
    const { contentType, person } = found;
    if (!outcome) return;
    const path = pathOfCase(found);
    await ctx.transact(async (tx) => {
      await mailPerson(tx, {
        personId: person.id,
        email: decisionEmail({ contentType, outcome, reason: found.reason ?? "other", cause, path }),
      });
      await tx.publish(decisionNotified, { caseId, personId: person.id, contentType, outcome, path });
    });
  },
});

/** Path of a case's content; null for a person. */
export function pathOfCase(found: CaseRow): string | null {
  const { contentType, contentId, subjectKind, subjectId, person } = found;
  if (contentType === "user" || (contentType === "comment" && !subjectId))
    return person?.username ? paths.profile(person.username) : null;
  return pathOfContent({ id: contentId, kind: contentType, subjectKind, subjectId });
}
