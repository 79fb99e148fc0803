import { connect, createServer } from "node:net";
import type { AddressInfo, Socket } from "node:net";
import type pg from "pg";

/** A way to a database that a test can interrupt, as an outage does. */
export interface DatabaseSwitch {
  readonly connection: pg.PoolConfig;
  /** Cuts all connections and refuses new ones, or accepts them again. */
  setAway(isAway: boolean): void;
  /** Leads new connections to another server; open ones stay. */
  leadTo(target: pg.PoolConfig): void;
  close(): Promise<void>;
}

/** Forwards connections to a database. */
export async function startDatabaseSwitch(target: pg.PoolConfig): Promise<DatabaseSwitch> {
  const open = new Set<Socket>();
  let isAway = false;
  let current = target;
  const server = createServer((client) => {
    if (isAway) {
      client.destroy();
      return;
    }
    const { host = "localhost", port = 5432 } = current;
    const database = host.startsWith("/")
      ? connect({ path: `${host}/.s.PGSQL.${port}` })
      : connect({ host, port });
    for (const [one, other] of [
      [client, database],
      [database, client],
    ] as const) {
      open.add(one);
      one.on("error", () => other.destroy());
      one.on("close", () => {
        open.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const cut = () => {
    for (const socket of open) socket.destroy();
  };
  return {
    connection: { ...target, host: "127.0.0.1", port: (server.address() as AddressInfo).port },
    setAway: (value) => {
      isAway = value;
      if (isAway) cut();
    },
    leadTo: (other) => void (current = other),
    close: async () => {
      cut();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}
