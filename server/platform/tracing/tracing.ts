import { AsyncLocalStorage } from "node:async_hooks";
import { isSpanContextValid, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import type { Attributes, Span, SpanContext, Tracer } from "@opentelemetry/api";

/** Null: nothing is traced, which costs a comparison. One per process, since statements and log lines have no ctx. */
let tracer: Tracer | null = null;
const current = new AsyncLocalStorage<Span>();

export { SpanKind };
export type { Attributes, Span };

/** Begins to trace. @returns how to end it */
export function traceWith(given: Tracer): () => void {
  tracer = given;
  return () => {
    if (tracer === given) tracer = null;
  };
}

export const isTracing = (): boolean => tracer !== null;

/**
 * Begins a span that isn't part of another one here: a request, or a job.
 * @param parent W3C traceparent of the process that caused it
 * @returns null if nothing is traced
 */
export function beginSpan(
  name: string,
  kind: SpanKind,
  options: { readonly parent: string | null; readonly attributes?: Attributes },
): Span | null {
  if (tracer === null) return null;
  const remote = options.parent === null ? null : parseTraceparent(options.parent);
  const context = remote ? trace.setSpanContext(ROOT_CONTEXT, remote) : ROOT_CONTEXT;
  return tracer.startSpan(name, { kind, attributes: options.attributes ?? {} }, context);
}

/** Runs work inside a span. */
export const inSpan = <Result>(span: Span, work: () => Result): Result => current.run(span, work);

/** The span that runs, or null. */
export const currentSpan = (): Span | null => (tracer === null ? null : (current.getStore() ?? null));

/** Begins a span inside the one that runs. @returns null if none runs that is recorded */
export function beginChild(name: string, kind: SpanKind, attributes: Attributes): Span | null {
  const parent = currentSpan();
  if (!parent?.isRecording()) return null;
  return tracer!.startSpan(name, { kind, attributes }, trace.setSpan(ROOT_CONTEXT, parent));
}

/** Ends a span as failed. Messages may hold personal data, so only the error's name or code is kept. */
export function failSpan(span: Span, error: unknown): void {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown };
  span.setAttribute(
    "error.type",
    typeof code === "string" ? code : typeof name === "string" ? name : "error",
  );
  span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}

/**
 * Runs work as a span inside the one that runs.
 * @param name of few values, and never personal data, as all attributes
 */
export function traced<Result>(
  name: string,
  attributes: Attributes,
  work: () => Promise<Result>,
  kind = SpanKind.INTERNAL,
): Promise<Result> {
  if (tracer === null) return work();
  const span = beginChild(name, kind, attributes);
  if (!span) return work();
  return inSpan(span, work).then(
    (result) => {
      span.end();
      return result;
    },
    (error: unknown) => {
      failSpan(span, error);
      throw error;
    },
  );
}

/** What the span that runs hands to what it causes elsewhere: W3C traceparent, or null. */
export function traceparent(): string | null {
  const span = currentSpan()?.spanContext();
  return span ? `00-${span.traceId}-${span.spanId}-${span.traceFlags.toString(16).padStart(2, "0")}` : null;
}

/** A W3C traceparent; null for any other text. The SDK's parser would load the SDK. */
function parseTraceparent(text: string): SpanContext | null {
  const [, traceId, spanId, flags] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(text) ?? [];
  if (!traceId || !spanId) return null;
  const found = { traceId, spanId, traceFlags: Number.parseInt(flags!, 16), isRemote: true };
  return isSpanContextValid(found) ? found : null;
}
