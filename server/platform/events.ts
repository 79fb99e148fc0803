import type { ZodType } from "zod";
import type { Ctx } from "../ctx.ts";

/** Type of a domain event, named in the past tense: `practice.class_completed`. */
export interface EventType<Payload> {
  readonly name: string;
  readonly schema: ZodType<Payload>;
}

/** Declares an event. `schema` validates payloads, including those of old outbox rows. */
export function defineEvent<Payload>(name: string, schema: ZodType<Payload>): EventType<Payload> {
  return { name, schema };
}

/** Writes the event to the outbox, in the caller's transaction. Its reactions run after the commit. */
export type Publish = <Payload>(event: EventType<Payload>, payload: Payload) => Promise<void>;

/** Metadata of a published event. */
export interface EventContext {
  /** The same at every attempt: the idempotency key of a reaction that must take effect once. */
  readonly id: string;
  readonly occurredAt: Date;
  /** Aborts when the worker shuts down. A reaction that takes long should throw soon, so that another worker retries it. */
  readonly signal: AbortSignal;
}

/**
 * A module's handler of an event, its own or another module's. Each reaction is a job of its own, runs at least once and must be
 * idempotent.
 */
export interface Reaction {
  /** Unique in the product: `challenges.count_completed_class`. */
  readonly name: string;
  readonly event: EventType<unknown>;
  run(ctx: Ctx, payload: unknown, context: EventContext): Promise<void>;
}

/** Declares a reaction. Its payload is validated before it runs. */
export function defineReaction<Payload>(
  name: string,
  event: EventType<Payload>,
  run: (ctx: Ctx, payload: Payload, context: EventContext) => Promise<void>,
): Reaction {
  return { name, event, run: (ctx, payload, context) => run(ctx, event.schema.parse(payload), context) };
}
