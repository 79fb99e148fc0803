import { z } from "zod";
import type { Ctx } from "../../../ctx.ts";
import { defineJob } from "../../../platform/jobs/job.ts";
import { audiencePage, storedAudience } from "../people/audience.ts";
import { addNotified, findMessage, findMessageLocked, listDue, setState } from "./store.ts";
import type { MessageRow } from "./store.ts";
import { markDanced } from "./store-recipients.ts";
import { contentOf, renderFor, notifyRecipients } from "./notify-recipients.ts";

/** People told per transaction. */
const pageSize = 100;
/** Behind the emails of earlier pages, so that the queue never holds the texts of many pages. */
const priority = 6;

/** Key of an announcement's first page: moving its time replaces the job. */
export const sendingKey = (id: string): string => `studio.send_announcement:${id}`;

const page = z.object({
  id: z.uuid(),
  /** The last person of the page before. */
  after: z.object({ position: z.string(), id: z.uuid() }).nullable(),
});
type Page = z.infer<typeof page>;

/** Tells one page of an announcement's audience, then enqueues the next page. */
export const sendAnnouncementJob = defineJob<Page>({
  name: "studio.send_announcement",
  schema: page,
  maxAttempts: 12,
  run: sendPage,
});
async function sendPage(ctx: Ctx, { id, after }: Page): Promise<void> {
  const message = await beginSending(ctx, id);
  if (!message) return;
  const recipients = await audiencePage(ctx, storedAudience.parse(message.audience), {
    since: message.startedAt!,
    after,
    first: pageSize,
  });
  const rendered = await renderFor(ctx, contentOf(message), recipients);
  await ctx.transact(async (tx) => {
    // Pages of one announcement take turns, also on several servers.
    const locked = await findMessageLocked(tx.db, id);
    if (locked?.state !== "sending") return;
    const notified = await notifyRecipients(tx, { messageId: id, recipients, rendered });
    const last = recipients.length === pageSize ? recipients.at(-1)! : null;
    await addNotified(tx.db, { id, notified, sentAt: last ? null : tx.clock.now() });
    if (last)
      await tx.enqueue(
        sendAnnouncementJob,
        { id, after: { position: last.position, id: last.id } },
        { key: `${sendingKey(id)}:${last.id}`, priority },
      );
  });
}

/** The announcement that is being sent; a scheduled one begins at its time. Null for one that was withdrawn or sent. */
async function beginSending(ctx: Ctx, id: string): Promise<MessageRow | null> {
  const found = await findMessage(ctx.db, id);
  if (found?.state === "sending") return found;
  const now = ctx.clock.now();
  const isDue = (row: MessageRow | null) =>
    row?.state === "scheduled" && row.scheduledAt !== null && row.scheduledAt <= now;
  if (!isDue(found)) return null;
  await ctx.transact(async (tx) => {
    const locked = await findMessageLocked(tx.db, id);
    if (isDue(locked))
      await setState(tx.db, { id, state: "sending", scheduledAt: locked!.scheduledAt, startedAt: now });
  });
  const begun = await findMessage(ctx.db, id);
  return begun?.state === "sending" ? begun : null;
}

/** Most announcements that begin in a minute; the others begin in the next one. */
const maxDue = 50;

/**
 * Begins scheduled announcements whose own job ended before their time: the queue goes by the clock of the database, and
 * a worker's may be behind. Idempotent.
 */
export const sendDueJob = defineJob({
  name: "studio.send_due_announcements",
  schema: z.object({}),
  maxAttempts: 3,
  run: async (ctx) => {
    const due = await listDue(ctx.db, { now: ctx.clock.now(), first: maxDue });
    await ctx.transact(async (tx) => {
      for (const id of due)
        await tx.enqueue(sendAnnouncementJob, { id, after: null }, { key: sendingKey(id) });
    });
  },
});

const dancedPageSize = 1000;

/** Notes who danced within 7 days of a message. */
export const noteDancedJob = defineJob({
  name: "studio.note_danced_recipients",
  schema: z.object({}),
  maxAttempts: 3,
  run: async (ctx, _payload, { signal }) => {
    const now = ctx.clock.now();
    let after: Awaited<ReturnType<typeof markDanced>> = null;
    do {
      signal.throwIfAborted();
      after = await markDanced(ctx.db, { now, after, first: dancedPageSize });
    } while (after);
  },
});
