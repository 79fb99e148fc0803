import { spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import pg from "pg";

/**
 * Copies a cluster while servers write, by PostgreSQL's low-level API, as pgBackRest and WAL-G do.
 * @param from the data folder of the running cluster
 * @param to the new data folder
 * @param signal what the copy does at its start: recover from an archive, or follow its primary
 * @throws Error if a file couldn't be copied
 */
export async function takeBaseBackup(
  connection: pg.PoolConfig,
  from: string,
  to: string,
  signal: "recovery.signal" | "standby.signal",
): Promise<void> {
  const cluster = join(to, "postgres/cluster");
  const client = new pg.Client(connection);
  let label: string;
  try {
    await client.connect();
    await client.query("select pg_backup_start('tests', true)");
    mkdirSync(join(to, "postgres"), { recursive: true });
    await copyCluster(join(from, "postgres/cluster"), cluster);
    const { rows } = await client.query<{ labelfile: string }>("select labelfile from pg_backup_stop(false)");
    label = rows[0]!.labelfile;
  } finally {
    await client.end();
  }
  for (const name of readdirSync(join(cluster, "pg_wal"), { withFileTypes: true }))
    if (name.isFile()) rmSync(join(cluster, "pg_wal", name.name));
  for (const name of ["postmaster.pid", "postmaster.opts"])
    if (existsSync(join(cluster, name))) rmSync(join(cluster, name));
  const { uid, gid } = statSync(cluster);
  for (const [name, content] of [
    ["backup_label", label],
    [signal, ""],
  ] as const) {
    writeFileSync(join(cluster, name), content);
    chownSync(join(cluster, name), uid, gid);
  }
}

/** @throws Error if a file that is still there couldn't be copied */
async function copyCluster(from: string, to: string): Promise<void> {
  const env = { ...process.env, LC_ALL: "C" };
  const copy = spawn("cp", ["-a", from, to], { env, stdio: ["ignore", "ignore", "pipe"] });
  const [complaints, [code]] = await Promise.all([text(copy.stderr), once(copy, "close")]);
  const lines = complaints.split("\n").filter(Boolean);
  // PostgreSQL may delete a file before it is copied: its log says how to get along without.
  const faults = lines.filter(
    (line) => !line.includes(`'${from}/`) || !line.endsWith("No such file or directory"),
  );
  if (faults.length > 0 || (code !== 0 && lines.length === 0))
    throw new Error(`The cluster couldn't be copied (${code}): ${faults.join("\n")}`);
}
