import type { FastifyInstance, FastifyRequest } from "fastify";
import { SpanStatusCode } from "@opentelemetry/api";
import { beginSpan, inSpan, isTracing, SpanKind } from "./tracing.ts";
import type { Span } from "./tracing.ts";

const spans = new WeakMap<FastifyRequest, Span>();

/** The trace that a request belongs to, for its log line. */
export const traceIdOf = (request: FastifyRequest): string | undefined =>
  isTracing() ? spans.get(request)?.spanContext().traceId : undefined;

/** Traces requests by their route's pattern. A traceparent counts only from a trusted proxy: others could fill the traces. */
export function traceRequests(server: FastifyInstance): void {
  server.addHook("onRequest", (request, _reply, done) => {
    if (!isTracing()) return done();
    const { method, routeOptions } = request;
    const route = routeOptions.url ?? "unknown";
    const isFromProxy = (request.ips?.length ?? 0) > 1;
    const span = beginSpan(`${method} ${route}`, SpanKind.SERVER, {
      parent: isFromProxy ? String(request.headers.traceparent ?? "") : null,
      attributes: { "http.request.method": method, "http.route": route },
    });
    if (!span) return done();
    spans.set(request, span);
    inSpan(span, done);
  });
  // A body is read in the context of its socket.
  server.addHook("preValidation", (request, _reply, done) => {
    const span = isTracing() ? spans.get(request) : undefined;
    if (span) inSpan(span, done);
    else done();
  });
  server.addHook("onResponse", (request, reply, done) => {
    const span = spans.get(request);
    if (span) {
      span.setAttribute("http.response.status_code", reply.statusCode);
      if (reply.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    }
    done();
  });
}
