import { randomUUID, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import type { Ctx } from "../../ctx.ts";
import { BadInput, DomainError } from "../../platform/errors.ts";
import { insertTrackedEvents } from "./store.ts";

/** The calls of Segment's HTTP tracking protocol that the web makes. https://segment.com/docs/connections/sources/catalog/libraries/server/http-api/ */
export const trackingCalls = ["page", "track", "identify", "group", "alias", "screen"] as const;
export type TrackingCall = (typeof trackingCalls)[number];

const event = z
  .looseObject({
    type: z.enum(trackingCalls).optional(),
    messageId: z.string().min(1).max(100).optional(),
    userId: z.string().max(200).nullish(),
    anonymousId: z.string().max(200).nullish(),
  })
  .refine((found) => found.userId || found.anonymousId, "userId or anonymousId must be given");
const batch = z.looseObject({ batch: z.array(event).min(1).max(500) });

/** The write key isn't ours. */
export class WriteKeyUnknown extends DomainError {
  constructor() {
    super("UNAUTHENTICATED", "The write key isn't known here.", { status: 401 });
  }
}

/** @param authorization HTTP basic: the write key is the user's name @throws WriteKeyUnknown */
export function checkWriteKey(authorization: string | undefined, writeKey: string): void {
  const encoded = /^Basic\s+(\S+)$/i.exec(authorization ?? "")?.[1];
  const given = Buffer.from(
    encoded ? (Buffer.from(encoded, "base64").toString("utf8").split(":")[0] ?? "") : "",
  );
  const known = Buffer.from(writeKey);
  if (given.length !== known.length || !timingSafeEqual(given, known)) throw new WriteKeyUnknown();
}

/** Keeps one call, or those of a batch; a message id that came before is not kept again. @throws BadInput */
export async function collect(ctx: Ctx, call: TrackingCall | "batch", body: unknown): Promise<void> {
  const parsed = call === "batch" ? batch.safeParse(body) : event.safeParse(body);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new BadInput(issue?.path.join(".") || "body", issue?.message ?? "This isn't a tracking call.");
  }
  const events =
    "batch" in parsed.data
      ? (parsed.data as z.infer<typeof batch>).batch
      : [parsed.data as z.infer<typeof event>];
  await insertTrackedEvents(
    ctx.db,
    events.map((found) => {
      const type = call === "batch" ? found.type : call;
      if (!type)
        throw new BadInput("batch.type", `Each event of a batch has a type: ${trackingCalls.join(", ")}.`);
      return { ...found, type, messageId: found.messageId ?? randomUUID() };
    }),
  );
}
