import { createHash } from "node:crypto";
import type { Ctx } from "../../../ctx.ts";
import { ClickHouseError } from "../../../platform/clickhouse.ts";
import type { ClickHouse } from "../../../platform/clickhouse.ts";
import { beginMark, findErasedPeople, findMark, moveMark } from "./clickhouse/store.ts";
import { clockOf, listAfter, markOf } from "./clickhouse/table.ts";
import type { Mark } from "./clickhouse/table.ts";
import { beginForwarding, listEventsAfter, moveForwarder } from "./store-forward.ts";
import type { EventMark, ForwardedEvent } from "./store-forward.ts";

/** Events per request, and its timeout in milliseconds. */
const maxPerRequest = 200;
const timeoutMs = 10_000;
/** Segment's limit for a request, minus the envelope around the messages. */
const maxBatchSize = 480 * 1024;

/** A service that speaks Segment's protocol. */
export interface Forwarder {
  /** Identifies it without its key. */
  readonly id: string;
  /** Without trailing slash: `https://api.example/v1`. */
  readonly url: string;
  readonly writeKey: string;
}

/** @param url `https://writeKey@api.example/v1` */
export function forwarderOf(url: string): Forwarder {
  const bare = new URL(url);
  const writeKey = decodeURIComponent(bare.username);
  bare.username = "";
  bare.password = "";
  return {
    id: createHash("sha256").update(url).digest("hex").slice(0, 16),
    url: bare.href.replace(/\/+$/, ""),
    writeKey,
  };
}

/**
 * Forwards all events since the last run, in order; a new service receives events from now on. With ClickHouse, those that PostgreSQL
 * holds come first. Delivery is at least once: events sent without a saved mark are sent again with the same message ids.
 * @throws if the service fails, or ClickHouse; the next run resumes there
 */
export async function forwardEvents(ctx: Ctx, forwarder: Forwarder, signal: AbortSignal): Promise<void> {
  const { clickHouse } = ctx.ports;
  // First: a service without a mark in PostgreSQL is a new one.
  const begun =
    clickHouse &&
    ((await findMark(ctx.db, forwarder.id)) ??
      (await beginMark(ctx.db, forwarder.id, await endOf(clickHouse))));
  await forwardHeld(ctx, forwarder, signal);
  if (begun) await forwardStored(ctx, clickHouse, forwarder, begun, signal);
}

/** The time of ClickHouse's clock; null while it is away: what PostgreSQL holds is forwarded even so. */
async function endOf(clickHouse: ClickHouse): Promise<number | null> {
  try {
    return await clockOf(clickHouse);
  } catch (error) {
    if (error instanceof ClickHouseError) return null;
    throw error;
  }
}

/** Forwards events from PostgreSQL. */
async function forwardHeld(ctx: Ctx, forwarder: Forwarder, signal: AbortSignal): Promise<void> {
  let mark = await beginForwarding(ctx.db, forwarder.id);
  while (!signal.aborted) {
    const found = await listEventsAfter(ctx.db, mark, maxPerRequest);
    if (found.length === 0) return;
    mark = await sendFirst(ctx, forwarder, found, signal);
    await moveForwarder(ctx.db, forwarder.id, mark, ctx.clock.now());
  }
}

/** Forwards events from ClickHouse. */
async function forwardStored(
  ctx: Ctx,
  clickHouse: ClickHouse,
  forwarder: Forwarder,
  begun: Mark,
  signal: AbortSignal,
): Promise<void> {
  let mark = begun;
  while (!signal.aborted) {
    const rows = await listAfter(clickHouse, mark, maxPerRequest);
    if (rows.length === 0) return;
    const idsOf = ({ user_id, anonymous_id }: (typeof rows)[number]): string[] =>
      [user_id, anonymous_id].filter((id) => id !== "");
    // Events of deleted people are gone for services at once.
    const erased = await findErasedPeople(ctx.db, rows.flatMap(idsOf));
    const found = rows.filter((row) => !idsOf(row).some((id) => erased.has(id)));
    const events = found.map((row) => ({
      row,
      messageId: row.message_id,
      type: row.type,
      happenedAt: new Date(Number(row.happened_at)),
      message: JSON.parse(row.message) as object,
    }));
    const last = events.length > 0 ? (await sendFirst(ctx, forwarder, events, signal)).row : rows.at(-1)!;
    const to = markOf(last);
    if (!(await moveMark(ctx.db, forwarder.id, { from: mark, to, now: ctx.clock.now() }))) return;
    mark = to;
  }
}

/** Sends as many events as one request may have. @returns the last one of them */
async function sendFirst<Event extends Omit<ForwardedEvent, keyof EventMark>>(
  ctx: Ctx,
  forwarder: Forwarder,
  events: readonly Event[],
  signal: AbortSignal,
): Promise<Event> {
  let size = 0;
  const sent = events.filter(({ message }, at) => {
    size += JSON.stringify(message).length;
    return at === 0 || size <= maxBatchSize;
  });
  const batch = sent.map(({ message, messageId, type, happenedAt }) => ({
    ...message,
    type,
    messageId,
    timestamp: happenedAt.toISOString(),
    // The collector's clock has corrected it already.
    originalTimestamp: undefined,
    sentAt: undefined,
  }));
  const refused = await send(ctx, forwarder, batch, signal);
  if (refused > 0)
    ctx.log.warn(
      { forwarder: forwarder.id, events: refused },
      "The event forwarding service refused events; they were skipped",
    );
  return sent.at(-1)!;
}

/**
 * Sends messages to a service. A message that the service calls invalid would be refused again, and would block all
 * others: it is skipped. The rest of its batch is sent separately.
 * @returns how many were skipped
 * @throws if the service is temporarily unavailable
 */
async function send(
  ctx: Ctx,
  forwarder: Forwarder,
  batch: readonly object[],
  signal: AbortSignal,
): Promise<number> {
  const response = await fetch(`${forwarder.url}/batch`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      authorization: `Basic ${Buffer.from(`${forwarder.writeKey}:`).toString("base64")}`,
    },
    body: JSON.stringify({ batch, sentAt: ctx.clock.now().toISOString() }),
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    redirect: "error",
  });
  await response.body?.cancel();
  if (response.ok) return 0;
  if (![400, 413, 422].includes(response.status))
    throw new Error(`The event forwarding service answered ${response.status}`);
  if (batch.length === 1) return 1;
  const middle = Math.ceil(batch.length / 2);
  return (
    (await send(ctx, forwarder, batch.slice(0, middle), signal)) +
    (await send(ctx, forwarder, batch.slice(middle), signal))
  );
}
