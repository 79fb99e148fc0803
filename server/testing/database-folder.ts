import { existsSync } from "node:fs";
import { mkdtemp, readdir, rm, stat, statfs } from "node:fs/promises";
import { freemem, tmpdir } from "node:os";
import { join } from "node:path";

/** Settings of a PostgreSQL whose data is disposable, in memory. */
export const disposableSettings = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  max_connections: "400",
  // The log of copied databases takes memory.
  max_wal_size: "256MB",
};

/** Linux's file system in memory. */
const memory = "/dev/shm";
/** What the databases and the write-ahead log of a run may take, bytes: the largest files beside each other took 640 MB. */
const folderBytes = 1024 ** 3;
/** Memory that is left to the tests themselves, bytes. */
const testsBytes = 3 * 1024 ** 3;
/** No run lasts as long, milliseconds. */
const leftoverAgeMs = 3 * 60 * 60_000;
const prefix = "eightcount-tests-";

/**
 * Creates a folder for the databases of a run of the tests: in memory if it has room, else among the temporary files. Each test file
 * creates a database, whose 1,400 files take memory 40 ms and a disk up to seconds.
 */
export async function makeDatabaseFolder(): Promise<string> {
  return mkdtemp(join(existsSync(memory) && (await hasRoom()) ? memory : tmpdir(), prefix));
}

async function hasRoom(): Promise<boolean> {
  await deleteLeftovers();
  const { bavail, bsize } = await statfs(memory);
  return bavail * bsize >= folderBytes && freemem() >= folderBytes + testsBytes;
}

/** Deletes the folders of runs that were killed: they would take memory until the machine restarts. */
async function deleteLeftovers(): Promise<void> {
  for (const name of await readdir(memory)) {
    if (!name.startsWith(prefix)) continue;
    const folder = join(memory, name);
    // Another run may delete it first.
    const found = await stat(folder).catch(() => null);
    const isOld = found && found.mtimeMs < Date.now() - leftoverAgeMs;
    if (isOld && found.uid === process.getuid?.()) await rm(folder, { recursive: true, force: true });
  }
}
