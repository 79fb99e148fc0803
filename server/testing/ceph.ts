import { execFile, spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { AwsClient } from "aws4fetch";
import type { DrillStore } from "./drill/studio.ts";
import { freePort } from "./free-port.ts";
import type { S3ServerSettings } from "./s3-server.ts";

const run = promisify(execFile);
const diskBytes = 4 * 1024 ** 3;
const uid = "eightcount";

/**
 * Starts Ceph with one monitor, one OSD and the S3 gateway on loopback, in a folder of its own, with a bucket. It takes about half a minute.
 * Debian has the programs in ceph-mon, ceph-osd and radosgw.
 * @throws if a program is missing or ends
 */
export async function startCeph(settings: S3ServerSettings): Promise<DrillStore> {
  const folder = await mkdtemp(join(tmpdir(), "eightcount-ceph-"));
  const children: ChildProcess[] = [];
  let failure: Error | null = null;
  const [first, second, port] = [await freePort(), await freePort(), await freePort()];
  const fsid = randomUUID();
  const config = join(folder, "ceph.conf");
  const keyring = join(folder, "keyring");
  await Promise.all(["mon", "osd", "rgw", "run"].map((name) => mkdir(join(folder, name))));
  await writeFile(config, configOf({ folder, fsid, first, second, port }));
  const ceph = async (program: string, ...args: string[]): Promise<string> =>
    (await run(program, ["-c", config, ...args], { timeout: 60_000 })).stdout;
  const start = (program: string, ...args: string[]): ChildProcess => {
    const child = spawn(program, ["-c", config, "-f", ...args], { stdio: "ignore" });
    // Without a listener, a missing program would end the process before the others are ended.
    child.once("error", (error) => (failure = error));
    children.push(child);
    return child;
  };
  const end = async (child: ChildProcess): Promise<void> => {
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
  };
  const close = async (): Promise<void> => {
    await Promise.all(children.map(end));
    await rm(folder, { recursive: true, force: true });
  };
  const endpoint = `http://127.0.0.1:${port}`;
  const startGateway = async (): Promise<ChildProcess> => {
    const child = start("radosgw", "-n", "client.rgw");
    for (let attempts = 0; attempts < 300; attempts += 1) {
      if (failure) throw failure;
      const ended = children.find((one) => one.exitCode !== null || one.signalCode === "SIGABRT");
      if (ended) throw new Error(`${ended.spawnfile} ended by itself.`);
      const isUp = await fetch(endpoint).then(
        () => true,
        () => false,
      );
      if (isUp) return child;
      await sleep(200);
    }
    throw new Error("radosgw doesn't answer.");
  };
  try {
    for (const [at, name] of ["mon.", "client.admin", "client.rgw", "osd.0"].entries()) {
      const rights = ["mon", "osd", "mgr"].flatMap((daemon) => ["--cap", daemon, "allow *"]);
      await run("ceph-authtool", [
        ...(at === 0 ? ["--create-keyring"] : []),
        keyring,
        "--gen-key",
        "-n",
        name,
        ...rights,
      ]);
    }
    const monitors = `[v2:127.0.0.1:${first}/0,v1:127.0.0.1:${second}/0]`;
    await run("monmaptool", ["--create", "--fsid", fsid, "--addv", "a", monitors, join(folder, "monmap")]);
    await ceph("ceph-mon", "-i", "a", "--mkfs", "--keyring", keyring, "--monmap", join(folder, "monmap"));
    start("ceph-mon", "-i", "a");
    await ceph("ceph", "osd", "create");
    await ceph("ceph-osd", "-i", "0", "--mkfs", "--osd-uuid", randomUUID());
    await ceph("ceph", "osd", "crush", "add", "osd.0", "1.0", "host=one", "root=default");
    start("ceph-osd", "-i", "0");
    let gateway = await startGateway();
    const keys = ["--access-key", settings.accessKeyId, "--secret-key", settings.secretAccessKey];
    await ceph("radosgw-admin", "user", "create", "--uid", uid, "--display-name", "Eightcount", ...keys);
    const made = await new AwsClient({ ...settings, service: "s3" }).fetch(`${endpoint}/${settings.bucket}`, {
      method: "PUT",
    });
    if (!made.ok) throw new Error(`radosgw created no bucket: ${made.status} ${await made.text()}`);
    const quota = async (...args: string[]): Promise<void> => {
      await ceph("radosgw-admin", "quota", ...args, "--quota-scope", "user", "--uid", uid);
    };
    return {
      endpoint,
      setAway: async (isAway) => {
        if (isAway) await end(gateway);
        else gateway = await startGateway();
      },
      setFull: async (isFull) => {
        if (isFull) await quota("set", "--max-size", "1");
        await quota(isFull ? "enable" : "disable");
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Ceph's configuration: one copy of each object, and quotas that hold at once. */
function configOf(options: {
  readonly folder: string;
  readonly fsid: string;
  readonly first: number;
  readonly second: number;
  readonly port: number;
}): string {
  const { folder, fsid, first, second, port } = options;
  return `[global]
fsid = ${fsid}
mon_host = [v2:127.0.0.1:${first}/0,v1:127.0.0.1:${second}/0]
auth_cluster_required = cephx
auth_service_required = cephx
auth_client_required = cephx
run_dir = ${folder}/run
admin_socket = ${folder}/run/$cluster-$name.asok
log_file = ${folder}/run/$name.log
pid_file = ${folder}/run/$name.pid
osd_pool_default_size = 1
osd_pool_default_min_size = 1
osd_pool_default_pg_num = 8
osd_pool_default_pgp_num = 8
osd_crush_chooseleaf_type = 0
mon_allow_pool_size_one = true
mon_data_avail_crit = 1
mon_data_avail_warn = 1
public_network = 127.0.0.0/8
keyring = ${folder}/keyring
[mon.a]
mon_data = ${folder}/mon
mon_initial_members = a
[osd]
osd_data = ${folder}/osd
bluestore_block_size = ${diskBytes}
bluestore_cache_size = 134217728
osd_memory_target = 939524096
osd_max_object_name_len = 460
osd_max_object_namespace_len = 64
[client.rgw]
rgw_data = ${folder}/rgw
rgw_frontends = beast endpoint=127.0.0.1:${port}
rgw_thread_pool_size = 64
rgw_bucket_quota_ttl = 0
rgw_user_quota_bucket_sync_interval = 1
debug_rgw = 0
`;
}
