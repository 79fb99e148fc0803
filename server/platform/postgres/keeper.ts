/**
 * The process that keeps one embedded PostgreSQL: its parent, so that a killed postmaster is reaped and started again, and the
 * one place that knows who still uses it. Users hold a connection to `keeper.sock`; the kernel closes it however
 * they end, and after the last one PostgreSQL stops. Started by `ensurePostgres`, never by hand:
 * `node keeper.ts DATA_DIR SETTINGS_AS_JSON`.
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

/** How long a keeper that nobody has come to yet waits, in ms. */
const patience = 10_000;

const users = new Set<Socket>();
let news: KeeperMessage | undefined;
let postmaster: Postmaster | undefined;
let closing: Promise<void> | undefined;

// SQLite's lock is the operating system's own, so that it ends with the process in every case; Node has no other door to one.
const lock = new DatabaseSync(layout.lockFile, { timeout: 0 });
try {
  lock.exec("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE");
} catch (error) {
  if ((error as { errcode?: number }).errcode !== 5) throw error;
  // SQLITE_BUSY: another keeper is there; who started us connects to that one.
  process.exit(0);
}

// Whoever started us may be gone by the time that something is written.
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
  if (news) send(user, news);
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
    tell({ state: "ready" });
    await postmaster.ended;
    news = undefined;
    postmaster = await startAgain(binaries);
  }
} catch (error) {
  const fault = describeFault(error, layout.home);
  // Whoever started us may still be on their way to hear it; the last one to have heard it ends us.
  tell({ state: "failed", code: fault.code, message: fault.message });
}

/** The postmaster died under us: its last children may need a moment to end, so the first tries may fail. */
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

function tell(message: KeeperMessage) {
  news = message;
  for (const user of users) send(user, message);
}

function send(user: Socket, message: KeeperMessage) {
  user.write(`${JSON.stringify(message)}\n`);
}

/** A user that leaves last waits until PostgreSQL has stopped; its connection ends with us. */
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
