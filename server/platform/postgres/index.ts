import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { connect } from "node:net";
import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { findBinaries } from "./binaries.ts";
import { owner } from "./cluster.ts";
import { PostgresFault, describeFault } from "./fault.ts";
import { prepareLayout } from "./layout.ts";
import type { Layout } from "./layout.ts";
import type { KeeperMessage } from "./protocol.ts";

export { PostgresFault } from "./fault.ts";

/** Timeout of a first start on a slow disk, in ms. */
const startLimit = 120_000;

export type EmbeddedPostgres = {
  /** For `new pg.Pool(…)`. The role owns the database and may create others. */
  connection: { host: string; port: number; user: string; database: string };
  /** The same as a URL, for libraries that require one. */
  connectionString: string;
  /** Releases it. The last user waits until PostgreSQL has stopped. */
  stop(): Promise<void>;
};

/** The two log levels that are used here, so that any logger fits. */
type Log = { info(facts: object, message: string): void; warn(facts: object, message: string): void };

/**
 * The embedded PostgreSQL of a data folder: started if it isn't running, else shared. Any number of processes may use it. It stops
 * after the last one has released it or ended for any reason. It restarts if it is killed in between.
 * @param options.dataDir the folder that holds all data, created if missing; the cluster is in its `postgres/`
 * @param options.settings PostgreSQL settings if this call starts it, such as `{ fsync: "off" }` for disposable data
 * @throws PostgresFault whose message is one sentence for the person at the terminal
 */
export async function ensurePostgres(options: {
  dataDir: string;
  log: Log;
  settings?: Readonly<Record<string, string>>;
}): Promise<EmbeddedPostgres> {
  const { dataDir, log, settings = {} } = options;
  findBinaries();
  let layout: Layout;
  try {
    layout = prepareLayout(dataDir);
  } catch (error) {
    throw describeFault(error, dataDir);
  }
  const started = performance.now();
  let leaving = false;
  let held = await join(dataDir, layout, settings);
  log.info({ ms: Math.round(performance.now() - started) }, "embedded PostgreSQL is ready");

  const watch = () => {
    held.once("close", () => {
      if (leaving) return;
      log.warn({}, "the embedded PostgreSQL disconnected; reconnecting");
      join(dataDir, layout, settings).then(
        (socket) => {
          held = socket;
          if (leaving) held.destroy();
          else watch();
        },
        (error: unknown) => log.warn({ err: error }, "couldn't reconnect to the embedded PostgreSQL"),
      );
    });
  };
  watch();

  const connection = { host: layout.sockets, port: 5432, user: owner, database: owner };
  return {
    connection,
    connectionString: `postgres://${owner}@/${owner}?host=${encodeURIComponent(layout.sockets)}&port=5432`,
    stop: async () => {
      leaving = true;
      if (held.destroyed) return;
      held.ref();
      const closed = new Promise((resolve) => held.once("close", resolve));
      held.write("leave\n");
      await closed;
    },
  };
}

/** Connects to the keeper, starting one if there is none, and resolves once PostgreSQL accepts connections. */
async function join(
  dataDir: string,
  layout: Layout,
  settings: Readonly<Record<string, string>>,
): Promise<Socket> {
  let keeper: { child: ChildProcess; said: () => string } | undefined;
  const end = performance.now() + startLimit;
  while (performance.now() < end) {
    const socket = await dial(layout.keeperSocket);
    const message = socket && (await firstMessage(socket));
    if (message?.state === "failed") {
      socket?.destroy();
      throw new PostgresFault(message.code, message.message);
    }
    if (message) {
      keeper?.child.stderr?.destroy();
      return socket.unref();
    }
    // Exit code 0: the keeper lost the race against another one, or is shutting down. Both end soon.
    if (keeper && keeper.child.exitCode !== null && keeper.child.exitCode !== 0)
      throw describeFault(keeper.said(), layout.home);
    if (!socket && (!keeper || keeper.child.exitCode !== null || keeper.child.signalCode !== null))
      keeper = startKeeper(dataDir, settings);
    await sleep(20);
  }
  throw describeFault(`no answer within ${startLimit / 1000} s`, layout.home);
}

/** In a session of its own, so that Ctrl-C reaches the app and not the database. */
function startKeeper(dataDir: string, settings: Readonly<Record<string, string>>) {
  const file = fileURLToPath(new URL("keeper.ts", import.meta.url));
  const child = spawn(
    process.execPath,
    ["--disable-warning=ExperimentalWarning", file, dataDir, JSON.stringify(settings)],
    {
      detached: true,
      stdio: ["ignore", "ignore", "pipe"],
    },
  );
  let text = "";
  child.stderr.on("data", (chunk: Buffer) => (text = (text + chunk.toString()).slice(-4_000)));
  child.once("error", (error) => (text += error.message));
  child.unref();
  return { child, said: () => text };
}

function dial(path: string): Promise<Socket | undefined> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once("connect", () => resolve(socket));
    socket.once("error", () => resolve(undefined));
  });
}

/** Undefined when the keeper closes the socket before its first message. */
function firstMessage(socket: Socket): Promise<KeeperMessage | undefined> {
  // A reset counts as a close; `close` always follows `error`.
  socket.on("error", () => {});
  let text = "";
  return new Promise((resolve) => {
    const listen = (chunk: Buffer) => {
      text += chunk.toString();
      if (!text.includes("\n")) return;
      // Later messages, after a restart, add nothing to the errors of the user's own connections.
      socket.off("data", listen).resume();
      resolve(JSON.parse(text.slice(0, text.indexOf("\n"))) as KeeperMessage);
    };
    socket.on("data", listen);
    socket.once("close", () => resolve(undefined));
  });
}
