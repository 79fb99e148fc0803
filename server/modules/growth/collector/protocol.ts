import { randomUUID } from "node:crypto";
import { z } from "zod";
import { BadInput, DomainError } from "../../../platform/errors.ts";
import { isSameText } from "../../../platform/signature.ts";
import { touchOf } from "./touches.ts";
import type { Touch } from "./touches.ts";
import { inEnglish } from "../../../platform/i18n/messages.ts";

/**
 * The calls of Segment's HTTP tracking protocol.
 * https://segment.com/docs/connections/sources/catalog/libraries/server/http-api/
 */
export const trackingCalls = ["page", "screen", "track", "identify", "group", "alias"] as const;
export type TrackingCall = (typeof trackingCalls)[number];

/** Segment's size limits: of one message, of a request, and of the messages of one request. Bytes. */
export const limits = { message: 32 * 1024, request: 500 * 1024, messages: 2_500 } as const;

const id = z.union([z.string().max(200), z.number()]).transform(String);
const time = z.union([z.string(), z.number()]).nullish().catch(null);
const message = z
  .looseObject({
    type: z.enum(trackingCalls),
    messageId: z.string().min(1).max(100).nullish(),
    userId: id.nullish(),
    anonymousId: id.nullish(),
    event: z.string().max(200).nullish(),
    name: z.string().max(500).nullish(),
    timestamp: time,
    originalTimestamp: time,
    sentAt: time,
    context: z.looseObject({}).nullish().catch(null),
    properties: z.looseObject({}).nullish().catch(null),
  })
  .refine((found) => found.userId || found.anonymousId, { message: "userId or anonymousId is required" })
  .refine((found) => found.type !== "track" || found.event, {
    path: ["event"],
    message: "track requires event",
  })
  .refine((found) => found.type !== "group" || typeof found["groupId"] === "string", {
    path: ["groupId"],
    message: "group requires groupId",
  })
  .refine((found) => found.type !== "alias" || typeof found["previousId"] === "string", {
    path: ["previousId"],
    message: "alias requires previousId",
  });

/** A message as stored. */
export interface CollectedEvent extends Touch {
  readonly messageId: string;
  readonly type: TrackingCall;
  readonly name: string | null;
  readonly userId: string | null;
  readonly anonymousId: string | null;
  /** ISO 8601, with the clock offset corrected. */
  readonly happenedAt: string;
  readonly countryCode: string | null;
  readonly message: object;
}

/** The write key isn't ours. */
class WriteKeyUnknown extends DomainError {
  constructor() {
    super("UNAUTHENTICATED", inEnglish("Unknown write key."), { status: 401 });
  }
}

/**
 * @param authorization HTTP basic: the write key is the user name
 * @param inBody write key in the body, as browsers send it: beacons can't set headers
 * @throws WriteKeyUnknown
 */
export function checkWriteKey(authorization: string | undefined, inBody: unknown, writeKey: string): void {
  const encoded = /^Basic\s+(\S+)$/i.exec(authorization ?? "")?.[1];
  const text = encoded ? Buffer.from(encoded, "base64").toString("utf8").split(":")[0] : inBody;
  if (typeof text !== "string" || !isSameText(text, writeKey)) throw new WriteKeyUnknown();
}

const parseTime = (value: string | number | null | undefined): number | null => {
  if (value === null || value === undefined) return null;
  const ms = typeof value === "number" ? value : Date.parse(value);
  return Number.isFinite(ms) && ms > 0 && ms < 8.64e15 ? ms : null;
};

/**
 * Time of an event by our clock. The sender's clock may be off, so only the time between event and sending is used.
 * Never later than the arrival.
 * @param sender times by the sender's clock, in milliseconds since 1970; null if missing
 */
export function correctTime(
  sender: { readonly timestamp: number | null; readonly sentAt: number | null },
  receivedAt: number,
): number {
  const { timestamp, sentAt } = sender;
  if (timestamp === null) return receivedAt;
  const corrected = sentAt === null ? timestamp : receivedAt - Math.max(0, sentAt - timestamp);
  return Math.min(Math.max(corrected, 0), receivedAt);
}

export interface Received {
  readonly receivedAt: Date;
  readonly countryCode: string | null;
}

function readMessage(raw: unknown, type: unknown, sentAt: unknown, received: Received): CollectedEvent {
  const parsed = message.safeParse(
    typeof raw === "object" && raw !== null
      ? { ...raw, type: type ?? (raw as { type?: unknown }).type }
      : raw,
  );
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new BadInput(
      issue?.path.join(".") || "message",
      inEnglish(issue?.message ?? "Unknown tracking call."),
    );
  }
  const found = parsed.data;
  const { ip: _, ...context } = found.context ?? {};
  const { writeKey: __, ...rest } = found;
  const stored = { ...rest, ...(found.context ? { context } : {}) };
  const happenedAt = correctTime(
    {
      timestamp: parseTime(found.originalTimestamp ?? found.timestamp),
      sentAt: parseTime(found.sentAt ?? (sentAt as string | undefined)),
    },
    received.receivedAt.getTime(),
  );
  return {
    messageId: found.messageId ?? randomUUID(),
    type: found.type,
    name: found.event ?? found.name ?? null,
    userId: found.userId || null,
    anonymousId: found.anonymousId || null,
    happenedAt: new Date(happenedAt).toISOString(),
    countryCode: received.countryCode,
    ...touchOf(found.type, context, found.properties ?? {}),
    message: stored,
  };
}

/**
 * Parses the messages of a request. In a batch, invalid messages are dropped if at least one is valid.
 * @param received with the length of the body, in bytes
 * @throws BadInput for a body without a message, DomainError with 413 for one that is too large
 */
export function readCall(
  call: TrackingCall | "batch",
  body: unknown,
  received: Received & { readonly bytes: number },
): CollectedEvent[] {
  if (call !== "batch") {
    if (received.bytes > limits.message)
      throw new DomainError(
        "BAD_INPUT",
        inEnglish(`Message too large. The limit is ${limits.message / 1024} KB.`),
        {
          status: 413,
        },
      );
    return [readMessage(body, call, null, received)];
  }
  const { batch, sentAt, context } = (body ?? {}) as { batch?: unknown; sentAt?: unknown; context?: unknown };
  if (!Array.isArray(batch) || batch.length === 0)
    throw new BadInput("batch", inEnglish("A batch must have messages."));
  if (batch.length > limits.messages)
    throw new BadInput("batch", inEnglish(`A batch can have at most ${limits.messages} messages.`));
  const events: CollectedEvent[] = [];
  let fault: BadInput | null = null;
  for (const raw of batch as unknown[]) {
    try {
      // The batch's context is the default for messages without one.
      const whole =
        typeof context === "object" && context !== null && typeof raw === "object"
          ? { context, ...raw }
          : raw;
      events.push(readMessage(whole, null, sentAt, received));
    } catch (error) {
      if (!(error instanceof BadInput)) throw error;
      fault ??= error;
    }
  }
  if (events.length === 0 && fault) throw fault;
  return events;
}
