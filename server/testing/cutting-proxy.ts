import { connect, createServer } from "node:net";
import type { AddressInfo, Socket } from "node:net";

/** A proxy to a server that cuts connections, as unreliable networks do. */
export interface CuttingProxy {
  readonly url: string;
  /** Bytes sent to the server. */
  readonly sent: () => number;
  /** Number of cuts. */
  readonly cuts: () => number;
  stop(): Promise<void>;
}

/**
 * Forwards connections, and cuts all of them each time that so many more bytes have gone to the server.
 * @param everyBytes bytes between cuts
 * @param maxCuts maximum number of cuts
 */
export async function startCuttingProxy(
  target: string,
  everyBytes: number,
  maxCuts: number,
): Promise<CuttingProxy> {
  const { hostname, port } = new URL(target);
  const open = new Set<Socket>();
  let sent = 0;
  let cuts = 0;
  const server = createServer((client) => {
    const way = connect(Number(port), hostname);
    for (const [one, other] of [
      [client, way],
      [way, client],
    ] as const) {
      open.add(one);
      one.on("error", () => other.destroy());
      one.on("close", () => {
        open.delete(one);
        other.destroy();
      });
    }
    way.pipe(client);
    client.on("data", (bytes: Buffer) => {
      sent += bytes.length;
      way.write(bytes);
      if (cuts < maxCuts && sent > (cuts + 1) * everyBytes) {
        cuts += 1;
        for (const socket of open) socket.destroy();
      }
    });
    client.on("end", () => way.end());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sent: () => sent,
    cuts: () => cuts,
    async stop() {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}
