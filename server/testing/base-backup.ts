import { spawnSync } from "node:child_process";
import { chownSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
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
  const client = new pg.Client(connection);
  await client.connect();
  await client.query("select pg_backup_start('tests', true)");
  mkdirSync(join(to, "postgres"), { recursive: true });
  const cluster = join(to, "postgres/cluster");
  const { stderr } = spawnSync("cp", ["-a", join(from, "postgres/cluster"), cluster], { encoding: "utf8" });
  // PostgreSQL may delete a file before it is copied: its log says how to get along without.
  const faults = stderr.split("\n").filter((line) => line && !line.endsWith("No such file or directory"));
  if (faults.length > 0) throw new Error(faults.join("\n"));
  const { rows } = await client.query<{ labelfile: string }>("select labelfile from pg_backup_stop(false)");
  await client.end();
  for (const name of readdirSync(join(cluster, "pg_wal"), { withFileTypes: true }))
    if (name.isFile()) rmSync(join(cluster, "pg_wal", name.name));
  for (const name of ["postmaster.pid", "postmaster.opts"])
    if (existsSync(join(cluster, name))) rmSync(join(cluster, name));
  const { uid, gid } = statSync(cluster);
  for (const [name, content] of [
    ["backup_label", rows[0]!.labelfile],
    [signal, ""],
  ] as const) {
    writeFileSync(join(cluster, name), content);
    chownSync(join(cluster, name), uid, gid);
  }
}
