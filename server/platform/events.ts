import type { ZodType } from "zod";
import type { Ctx } from "../ctx.ts";

/** News of something that happened, in the past tense: `practice.class_completed`. */
export interface EventType<Payload> {
  readonly name: string;
  readonly schema: ZodType<Payload>;
}

/** Declares an event; `schema` keeps old rows of the outbox readable or says that they aren't. */
export function defineEvent<Payload>(name: string, schema: ZodType<Payload>): EventType<Payload> {
  return { name, schema };
}

/** Writes the event to the outbox, in the transaction it belongs to; its reactions run once that is committed. */
export type Publish = <Payload>(event: EventType<Payload>, payload: Payload) => Promise<void>;

/** When and as what an event was published. */
export interface EventContext {
  /** The same at every try: a reaction that must happen once keeps it. */
  readonly id: string;
  readonly occurredAt: Date;
}

/** A module's answer to an event, its own or another's. Runs at least once, alone: harmless when run twice. */
export interface Reaction {
  /** Unique over the product: `challenges.count_completed_class`. */
  readonly name: string;
  readonly event: EventType<unknown>;
  run(ctx: Ctx, payload: unknown, facts: EventContext): Promise<void>;
}

/** Declares a reaction; its payload is parsed before it runs. */
export function defineReaction<Payload>(
  name: string,
  event: EventType<Payload>,
  run: (ctx: Ctx, payload: Payload, facts: EventContext) => Promise<void>,
): Reaction {
  return { name, event, run: (ctx, payload, facts) => run(ctx, event.schema.parse(payload), facts) };
}
