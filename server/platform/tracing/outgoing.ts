import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { beginChild, failSpan, SpanKind } from "./tracing.ts";
import type { Span } from "./tracing.ts";

interface FetchEvent {
  readonly request: { readonly origin: string | URL; readonly method: string };
  readonly response?: { readonly statusCode: number };
  readonly error?: unknown;
}
interface HttpEvent {
  readonly request: { readonly host: string; readonly method: string; getHeader(name: string): unknown };
  readonly response?: { readonly statusCode: number };
  readonly error?: unknown;
}

/**
 * Traces every HTTP request to a service: the store, payment providers, push services. By host and method alone: paths and
 * queries hold names and keys.
 * @param ignoredHost of the collector that gets the traces
 * @returns how to end it
 */
export function traceOutgoing(ignoredHost: string): () => void {
  const spans = new WeakMap<object, Span>();
  const begin = (request: object, method: string, host: string) => {
    if (host === ignoredHost) return;
    const attributes = { "http.request.method": method, "server.address": host.replace(/:\d+$/, "") };
    const span = beginChild(`${method} ${host}`, SpanKind.CLIENT, attributes);
    if (span) spans.set(request, span);
  };
  const end = ({ request, response, error }: FetchEvent | HttpEvent) => {
    const span = spans.get(request);
    if (!span) return;
    spans.delete(request);
    const status = response?.statusCode ?? 0;
    if (status > 0) span.setAttribute("http.response.status_code", status);
    if (error !== undefined || status >= 500) failSpan(span, error ?? { name: `${status}` });
    else span.end();
  };
  const channels: [string, (event: unknown) => void][] = [
    [
      "undici:request:create",
      (event) => {
        const { request } = event as FetchEvent;
        begin(request, request.method, new URL(request.origin).host);
      },
    ],
    ["undici:request:headers", (event) => end(event as FetchEvent)],
    ["undici:request:error", (event) => end(event as FetchEvent)],
    [
      "http.client.request.created",
      (event) => {
        const { request } = event as HttpEvent;
        begin(request, request.method, String(request.getHeader("host") ?? request.host));
      },
    ],
    ["http.client.response.finish", (event) => end(event as HttpEvent)],
    ["http.client.request.error", (event) => end(event as HttpEvent)],
  ];
  for (const [name, hear] of channels) subscribe(name, hear);
  return () => {
    for (const [name, hear] of channels) unsubscribe(name, hear);
  };
}
