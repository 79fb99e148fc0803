import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import type { Log } from "../log.ts";
import type { Metrics } from "./metrics.ts";

/** A listener that serves measurements. */
export interface MetricsEndpoint {
  readonly port: number;
  stop(): Promise<void>;
}

/**
 * Serves `GET /metrics` on a port of its own: the studio's own address must not show them, and they must answer when requests are
 * refused. `GET /healthz` tells that the process is alive, for workers, which serve nothing else.
 * @throws if the port is in use
 */
export async function startMetricsEndpoint(
  metrics: Metrics,
  { port, host, log }: { port: number; host: string; log: Log },
): Promise<MetricsEndpoint> {
  const server = createServer((request, response) => {
    const path = request.method === "GET" ? request.url : null;
    if (path === "/healthz") {
      response.writeHead(200, { "content-type": "text/plain; charset=utf-8" }).end("alive\n");
      return;
    }
    if (path !== "/metrics") {
      response
        .writeHead(404, { "content-type": "text/plain; charset=utf-8" })
        .end("GET /metrics or /healthz.\n");
      return;
    }
    metrics.print().then(
      ({ text, contentType }) => response.writeHead(200, { "content-type": contentType }).end(text),
      (error: unknown) => {
        log.error({ err: error }, "The metrics couldn't be collected");
        response.writeHead(500).end();
      },
    );
  });
  server.listen(port, host);
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    stop: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}
