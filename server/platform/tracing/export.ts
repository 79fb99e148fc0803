import { setTimeout as sleep } from "node:timers/promises";
import { setGlobalErrorHandler } from "@opentelemetry/core";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import type { Config } from "../config/index.ts";
import type { Log } from "../log.ts";
import { release } from "../release.ts";
import { traceOutgoing } from "./outgoing.ts";
import { traceWith } from "./tracing.ts";

/** How long the last traces may take at the end of the process. */
const lastSendMs = 2_000;

/**
 * Sends traces to an OTLP collector over HTTP. Loaded only where one is configured.
 * @returns how to send the rest and end
 */
export function startTracing(tracing: NonNullable<Config["tracing"]>, log: Log): () => Promise<void> {
  setGlobalErrorHandler((error) => log.warn({ err: error }, "Traces couldn't be sent"));
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ "service.name": tracing.serviceName, "service.version": release }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(tracing.share) }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new OTLPTraceExporter({
          url: `${tracing.endpoint}/v1/traces`,
          headers: { ...tracing.headers },
        }),
      }),
    ],
  });
  // Not the global provider: libraries that trace by themselves would add what they like.
  const end = traceWith(provider.getTracer("eightcount", release));
  const endOutgoing = traceOutgoing(new URL(tracing.endpoint).host);
  return async () => {
    endOutgoing();
    end();
    // A collector that is away must not hold up the end.
    await Promise.race([
      provider.shutdown().catch((error: unknown) => log.warn({ err: error }, "Traces couldn't be sent")),
      sleep(lastSendMs),
    ]);
  };
}
