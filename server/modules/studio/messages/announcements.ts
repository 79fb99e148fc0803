import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { permissions } from "../../../../contract/staff.ts";
import { isLocale } from "../../../../contract/locales.ts";
import { paths } from "../../../../contract/urls.ts";
import type { Ctx, Tx } from "../../../ctx.ts";
import { BadInput, ChangedMeanwhile, NotFound } from "../../../platform/errors.ts";
import { decodeCursor, encodeCursor, pageSize } from "../../../platform/graphql/paging.ts";
import { inEnglish, msg } from "../../../platform/i18n/messages.ts";
import { momentOf } from "../../../platform/local-time.ts";
import { consume } from "../../../platform/rate-limit.ts";
import { isUuid } from "../../../platform/uuid.ts";
import { mergedInto } from "../../catalog/index.ts";
import { mailPerson, recordAuditEntry, requireConfirmedStaff, requireStaff } from "../../identity/index.ts";
import { notifyOfMessage } from "../../notifications/index.ts";
import { countAudience, readAudience, storedAudience } from "../people/audience.ts";
import type { PeopleFilter } from "../people/filter.ts";
import type { AudienceCount } from "../people/store.ts";
import { requireShown } from "./cards.ts";
import { readContent, requireComplete } from "./content.ts";
import type { GivenContent } from "./content.ts";
import { messageEmail } from "./email.ts";
import { AnnouncementSent } from "./errors.ts";
import { contentOf, renderMessage } from "./notify-recipients.ts";
import { sendAnnouncementJob, sendingKey } from "./send.ts";
import {
  deleteAnnouncementRow,
  findMessage,
  findMessageLocked,
  insertAnnouncement,
  isAnnouncement,
  listAnnouncements,
  saveAnnouncementRow,
  setState,
  moveAudienceStyle,
} from "./store.ts";
import type { AnnouncementRow, MessageRow } from "./store.ts";

export { announcementStates } from "./store.ts";
export type { AnnouncementRow } from "./store.ts";

/** The furthest day for which an announcement can be scheduled. */
const maxDaysAhead = 366;
const dayMs = 24 * 3_600_000;
const perTester = { name: "test messages by person", points: 30, seconds: 3600 };

/** Requires someone who may write to everyone. */
const requireWriter = (ctx: Ctx) => requireStaff(ctx, ...permissions.sendMessages);

export interface AnnouncementPage {
  readonly items: readonly AnnouncementRow[];
  readonly nextCursor: string | null;
}

/** A page of the announcements, newest first. For editors. @throws BadInput, NotFound, Unauthenticated */
export async function announcementPage(
  ctx: Ctx,
  page: { readonly first: number | null; readonly after: string | null },
): Promise<AnnouncementPage> {
  requireWriter(ctx);
  const first = pageSize(page.first);
  const after = decodeCursor(page.after, ["timestamp", "uuid"]);
  const rows = await listAnnouncements(ctx.db, {
    afterAt: after?.[0] ?? null,
    afterId: after?.[1] ?? null,
    first: first + 1,
  });
  const items = rows.slice(0, first);
  const last = rows.length > first ? items.at(-1) : undefined;
  return { items, nextCursor: last ? encodeCursor([last.position, last.id]) : null };
}

/** An announcement or a step of a series, for editors. @throws NotFound, Unauthenticated */
async function readMessage(ctx: Ctx, id: string): Promise<MessageRow> {
  requireWriter(ctx);
  const found = isUuid(id) ? await findMessage(ctx.db, id) : null;
  if (!found) throw new NotFound("message");
  return found;
}

/** An announcement, for editors. @throws NotFound, Unauthenticated */
export async function readAnnouncement(ctx: Ctx, id: string): Promise<AnnouncementRow> {
  const found = await readMessage(ctx, id);
  if (!isAnnouncement(found)) throw new NotFound("message");
  return found;
}

/** What the writer of a message needs to know of the studio. */
export interface MessageWriter {
  /** The language that every message needs. */
  readonly locale: string;
  /** IANA name: announcements are scheduled in it. */
  readonly timeZone: string;
}
/** The studio’s language and time zone, for editors. @throws NotFound, Unauthenticated */
export function messageWriter(ctx: Ctx): MessageWriter {
  requireWriter(ctx);
  return { locale: ctx.studio.locale, timeZone: ctx.studio.timeZone };
}

/** How many people filters fit now, for editors. @throws BadInput, NotFound, Unauthenticated */
export async function audienceCount(ctx: Ctx, filter: PeopleFilter): Promise<AudienceCount> {
  requireWriter(ctx);
  return countAudience(ctx, readAudience(filter, ctx.clock.now()));
}

/**
 * Saves a draft; or a scheduled announcement, for editors who confirmed their identity. A new one has the version 0, and an id of
 * the client's: the same id is the same draft. What is saved already does nothing, in any version.
 * @throws AnnouncementSent, BadInput by field, ChangedMeanwhile, ConfirmationNeeded, NotFound, Unauthenticated
 */
export async function saveAnnouncement(
  ctx: Ctx,
  given: { readonly id: string; readonly version: number } & GivenContent & {
      readonly audience: PeopleFilter;
    },
): Promise<AnnouncementRow> {
  requireWriter(ctx);
  const { id, version } = given;
  if (!isUuid(id)) throw new BadInput("id", inEnglish("Send a UUID."));
  const now = ctx.clock.now();
  const content = readContent(given);
  const audience = readAudience(given.audience, now);
  const draft = {
    id,
    texts: JSON.stringify(content.texts),
    cards: JSON.stringify(content.cards),
    audience: JSON.stringify(audience),
    now,
  };
  const known = await findMessage(ctx.db, id);
  if (known && !isAnnouncement(known)) throw new NotFound("message");
  if (known?.state === "sending" || known?.state === "sent") throw new AnnouncementSent();
  // The answer to an earlier request was lost: nothing changes, and no one else's edit is lost.
  if (
    known &&
    isDeepStrictEqual([contentOf(known), storedAudience.parse(known.audience)], [content, audience])
  )
    return known;
  // What is scheduled stays fit to be sent, and changes who gets what as sending does.
  if (known?.state === "scheduled") {
    await requireConfirmedStaff(ctx, ...permissions.sendMessages);
    requireComplete(content, ctx.studio.locale);
    await requireShown(ctx, content.cards, known.scheduledAt!);
  }
  await ctx.transact(async (tx) => {
    const isSaved =
      version === 0
        ? await insertAnnouncement(tx.db, draft)
        : await saveAnnouncementRow(tx.db, { ...draft, version });
    if (!isSaved) throw new ChangedMeanwhile();
    await audit(tx, "studio.announcement_saved", id);
  });
  return readAnnouncement(ctx, id);
}

const audit = (
  tx: Tx,
  action: `studio.announcement_${"deleted" | "saved" | "scheduled" | "sent" | "withdrawn"}`,
  id: string,
  details: Readonly<Record<string, unknown>> = {},
): Promise<void> => recordAuditEntry(tx, { action, subject: `message:${id}`, details });

/** Changes the state of an announcement that wasn't sent yet, seen in a version. */
async function changeWaiting(
  ctx: Ctx,
  { id, version }: { readonly id: string; readonly version: number },
  change: (tx: Tx, found: MessageRow) => Promise<void>,
): Promise<AnnouncementRow> {
  const { id: found } = await readAnnouncement(ctx, id);
  await ctx.transact(async (tx) => {
    const locked = await findMessageLocked(tx.db, found);
    if (!locked) throw new NotFound("message");
    if (locked.state === "sending" || locked.state === "sent") throw new AnnouncementSent();
    if (locked.version !== version) throw new ChangedMeanwhile();
    await change(tx, locked);
  });
  return readAnnouncement(ctx, id);
}

/** Requires an announcement that can be sent at a moment. */
async function requireFit(ctx: Ctx, id: string, at: Date): Promise<void> {
  const content = contentOf(await readAnnouncement(ctx, id));
  requireComplete(content, ctx.studio.locale);
  await requireShown(ctx, content.cards, at);
}

/**
 * Sends an announcement now. For editors who confirmed their identity.
 * @throws AnnouncementSent, BadInput naming what is missing, ChangedMeanwhile, ConfirmationNeeded, NotFound, Unauthenticated
 */
export async function sendAnnouncement(
  ctx: Ctx,
  of: { readonly id: string; readonly version: number },
): Promise<AnnouncementRow> {
  await requireConfirmedStaff(ctx, ...permissions.sendMessages);
  await requireFit(ctx, of.id, ctx.clock.now());
  return changeWaiting(ctx, of, async (tx, { id }) => {
    const now = tx.clock.now();
    await setState(tx.db, { id, state: "sending", scheduledAt: null, startedAt: now });
    await tx.enqueue(sendAnnouncementJob, { id, after: null }, { key: sendingKey(id) });
    await audit(tx, "studio.announcement_sent", id);
  });
}

/**
 * Schedules an announcement for a local time of the studio. For editors who confirmed their identity.
 * @throws AnnouncementSent, BadInput, ChangedMeanwhile, ConfirmationNeeded, NotFound, Unauthenticated
 */
export async function scheduleAnnouncement(
  ctx: Ctx,
  of: { readonly id: string; readonly version: number; readonly at: string },
): Promise<AnnouncementRow> {
  await requireConfirmedStaff(ctx, ...permissions.sendMessages);
  const at = momentOf(of.at, "at", ctx.studio.timeZone)!;
  const now = ctx.clock.now();
  if (at <= now) throw new BadInput("at", msg("Choose a time in the future."));
  if (at.getTime() > now.getTime() + maxDaysAhead * dayMs)
    throw new BadInput("at", msg("Choose a day within a year."));
  await requireFit(ctx, of.id, at);
  return changeWaiting(ctx, of, async (tx, { id }) => {
    await setState(tx.db, { id, state: "scheduled", scheduledAt: at, startedAt: null });
    await tx.enqueue(sendAnnouncementJob, { id, after: null }, { key: sendingKey(id), runAt: at });
    await audit(tx, "studio.announcement_scheduled", id, { at: at.toISOString() });
  });
}

/** Makes a scheduled announcement a draft again. @throws AnnouncementSent, ChangedMeanwhile, NotFound, Unauthenticated */
export function withdrawAnnouncement(
  ctx: Ctx,
  of: { readonly id: string; readonly version: number },
): Promise<AnnouncementRow> {
  return changeWaiting(ctx, of, async (tx, { id, state }) => {
    if (state === "draft") return;
    await setState(tx.db, { id, state: "draft", scheduledAt: null, startedAt: null });
    await audit(tx, "studio.announcement_withdrawn", id);
  });
}

/** Deletes an announcement that wasn't sent. Idempotent. @throws AnnouncementSent, Unauthenticated */
export async function deleteAnnouncement(ctx: Ctx, id: string): Promise<void> {
  requireWriter(ctx);
  if (!isUuid(id)) throw new NotFound("message");
  await ctx.transact(async (tx) => {
    const found = await findMessageLocked(tx.db, id);
    if (!found) return;
    if (!isAnnouncement(found)) throw new NotFound("message");
    if (found.state === "sending" || found.state === "sent") throw new AnnouncementSent();
    await deleteAnnouncementRow(tx.db, id);
    await audit(tx, "studio.announcement_deleted", id);
  });
}

/**
 * Sends a message to the viewer alone, in a language: by email, in the inbox, and as a push where they have them on.
 * @throws BadInput, NotFound, RateLimited, Unauthenticated
 */
export async function testMessage(ctx: Ctx, id: string, locale: string): Promise<void> {
  const { accountId } = requireWriter(ctx);
  const message = await readMessage(ctx, id);
  if (!isLocale(locale)) throw new BadInput("locale", inEnglish("Choose a language of the interface."));
  const rendered = await renderMessage(ctx, contentOf(message), locale);
  if (!rendered?.text.subject) throw new BadInput(`texts.${locale}.subject`, msg("Write a subject."));
  await consume(ctx, perTester, accountId);
  await ctx.transact(async (tx) => {
    const [notified] = await notifyOfMessage(tx, {
      sourceId: `studio:test:${randomUUID()}`,
      kind: "StudioAnnouncement",
      people: [accountId],
      subject: rendered.text.subject,
      path: paths.message(id),
    });
    await mailPerson(tx, {
      personId: accountId,
      email: messageEmail({
        ...rendered,
        id,
        unsubscribePath: notified?.email?.unsubscribePath ?? paths.notificationSettings(),
      }),
    });
  });
}

/** Replaces a style that was merged into another one in the audiences of all messages, those of series included. Idempotent. */
export async function moveAudiences(ctx: Ctx, from: string): Promise<void> {
  // Read now: it may have been merged further.
  const into = await mergedInto(ctx, "style", from);
  if (into !== null) await ctx.transact((tx) => moveAudienceStyle(tx.db, { from, into }));
}
