/**
 * The supervisor process of one embedded PostgreSQL. As its parent, it reaps and restarts a killed postmaster. It also tracks the
 * users of the database. Users hold a connection to `keeper.sock`, which the kernel closes however they end. After the last one
 * PostgreSQL stops. Started by `ensurePostgres`, never by hand: `node keeper.ts DATA_DIR SETTINGS_AS_JSON`.
 */
import { rmSync } from "node:fs";
import { createServer } from "node:net";
import type { Socket } from "node:net";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { findBinaries } from "./binaries.ts";
import { endLeftover, makeCluster, startPostmaster } from "./cluster.ts";
import type { Postmaster } from "./cluster.ts";
import { describeFault } from "./fault.ts";
import { prepareLayout } from "./layout.ts";
import type { KeeperMessage } from "./protocol.ts";

const [dataDir = "", settingsJson = "{}"] = process.argv.slice(2);
const settings = JSON.parse(settingsJson) as Record<string, string>;
const layout = prepareLayout(dataDir);

/** How long a keeper waits for its first user, in ms. */
const patience = 10_000;

const users = new Set<Socket>();
let lastMessage: KeeperMessage | undefined;
let postmaster: Postmaster | undefined;
let closing: Promise<void> | undefined;

// SQLite's lock is an operating system lock, which ends with the process in every case. Node has no other API for one.
const lock = new DatabaseSync(layout.lockFile, { timeout: 0 });
try {
  lock.exec("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE");
} catch (error) {
  if ((error as { errcode?: number }).errcode !== 5) throw error;
  // SQLITE_BUSY: another keeper is running; our starter connects to that one.
  process.exit(0);
}

// The process that started us may have ended before something is written.
process.stderr.on("error", () => {});
process.on("SIGINT", () => {});
process.on("SIGTERM", () => void close());

rmSync(layout.keeperSocket, { force: true });
const server = createServer((user) => {
  users.add(user);
  user.on("error", () => {});
  user.on("data", () => leave(user));
  user.on("close", () => {
    users.delete(user);
    if (users.size === 0) void close();
  });
  if (lastMessage) send(user, lastMessage);
});
server.listen(layout.keeperSocket);
setTimeout(() => {
  if (users.size === 0) void close();
}, patience).unref();

try {
  const binaries = findBinaries();
  makeCluster(layout, binaries);
  await endLeftover(layout);
  postmaster = await startPostmaster(layout, binaries, settings);
  while (postmaster) {
    broadcast({ state: "ready" });
    await postmaster.ended;
    lastMessage = undefined;
    postmaster = await startAgain(binaries);
  }
} catch (error) {
  const fault = describeFault(error, layout.home);
  // The process that started us may not be connected yet. The last user to disconnect ends us.
  broadcast({ state: "failed", code: fault.code, message: fault.message });
}

/** Restarts a crashed postmaster. Its last children may need a moment to end, so the first attempts may fail. */
async function startAgain(binaries: ReturnType<typeof findBinaries>): Promise<Postmaster | undefined> {
  for (let pause = 50; !closing; pause = Math.min(pause * 2, 5_000)) {
    await sleep(pause);
    if (closing) return undefined;
    try {
      await endLeftover(layout);
      return await startPostmaster(layout, binaries, settings);
    } catch (error) {
      process.stderr.write(`${describeFault(error, layout.home).message}\n`);
    }
  }
  return undefined;
}

function broadcast(message: KeeperMessage) {
  lastMessage = message;
  for (const user of users) send(user, message);
}

function send(user: Socket, message: KeeperMessage) {
  user.write(`${JSON.stringify(message)}\n`);
}

/** The last user waits until PostgreSQL has stopped; its connection ends with us. */
function leave(user: Socket) {
  if (users.size > 1) user.end();
  else void close();
}

function close(): Promise<void> {
  closing ??= (async () => {
    server.close();
    if (postmaster) await postmaster.stop();
    for (const user of users) user.end();
    lock.close();
    process.exit(0);
  })();
  return closing;
}
