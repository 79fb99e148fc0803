import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, request as send } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { settleSeconds } from "../modules/growth/collector/clickhouse/table.ts";
import { freePort } from "./free-port.ts";

/** A ClickHouse server of its own, with a folder of its own. */
export interface TestClickHouse {
  /** Of a database that exists, with a user and a password. */
  readonly url: string;
  /** Runs a statement. @returns its rows, in tab-separated columns */
  query(statement: string): Promise<string[][]>;
  /** Ends it without a word to its clients, or starts it again at the same port. */
  kill(): Promise<void>;
  start(): Promise<void>;
  /** Takes the user's right to change anything, or gives it back. */
  setReadOnly(isReadOnly: boolean): Promise<void>;
  stop(): Promise<void>;
}

const password = "p&ss word";
const usersOf = (address: string, isReadOnly = false) => `<yandex>
  <profiles><default><readonly>${isReadOnly ? 2 : 0}</readonly></default></profiles><quotas><default/></quotas>
  <users>
    <studio>
      <password>${password.replace("&", "&amp;")}</password><networks><ip>${address}</ip></networks>
      <profile>default</profile><quota>default</quota>
    </studio>
  </users>
</yandex>`;
// The name of the root element is that of the oldest version; newer ones read it, too.
const configOf = (folder: string, http: number, tcp: number) => `<yandex>
  <logger><level>fatal</level><console>1</console></logger>
  <listen_host>127.0.0.1</listen_host><http_port>${http}</http_port><tcp_port>${tcp}</tcp_port>
  <path>${folder}/data/</path><tmp_path>${folder}/tmp/</tmp_path>
  <user_files_path>${folder}/files/</user_files_path><format_schema_path>${folder}/schemas/</format_schema_path>
  <users_config>${folder}/users.xml</users_config><default_profile>default</default_profile>
  <default_database>default</default_database><mark_cache_size>67108864</mark_cache_size>
</yandex>`;

/** Starts clickhouse-server on free ports of this machine. */
export async function startClickHouse(): Promise<TestClickHouse> {
  const folder = await mkdtemp(join(tmpdir(), "eightcount-clickhouse-"));
  const [http, tcp] = [await freePort(), await freePort()];
  await writeFile(join(folder, "users.xml"), usersOf("127.0.0.1"));
  await writeFile(join(folder, "config.xml"), configOf(folder, http, tcp));
  const origin = `http://127.0.0.1:${http}`;
  let child: ChildProcess | null = null;

  const clickHouse: TestClickHouse = {
    url: `http://studio:${encodeURIComponent(password)}@127.0.0.1:${http}/studio`,
    async query(statement) {
      const response = await fetch(`${origin}/?database=studio`, {
        method: "POST",
        headers: { "x-clickhouse-user": "studio", "x-clickhouse-key": password },
        body: statement,
      });
      const text = await response.text();
      if (!response.ok) throw new Error(text);
      return text
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => line.split("\t"));
    },
    async start() {
      const started = spawn("clickhouse-server", [`--config-file=${join(folder, "config.xml")}`], {
        stdio: ["ignore", "ignore", "inherit"],
        cwd: folder,
        // Debian installs it among the programs of the administrator.
        env: { ...process.env, PATH: `${process.env["PATH"]}${delimiter}/usr/sbin` },
      });
      child = started;
      let failure: Error | null = null;
      started.once("error", (error) => (failure = error));
      for (;;) {
        const isUp = await fetch(`${origin}/ping`).then(
          (response) => response.ok,
          () => false,
        );
        if (isUp) return;
        if (failure) throw failure;
        if (started.exitCode !== null) throw new Error(`clickhouse-server ended with ${started.exitCode}`);
        await sleep(50);
      }
    },
    async kill() {
      const ending = child;
      child = null;
      if (!ending) return;
      ending.kill("SIGKILL");
      if (ending.exitCode === null && ending.signalCode === null) await once(ending, "exit");
    },
    async setReadOnly(isReadOnly) {
      for (;;) {
        // The server looks every few seconds, and reads a file whose time has changed by a second: two changes may have the same.
        await writeFile(join(folder, "users.xml"), usersOf("127.0.0.1", isReadOnly));
        await sleep(500);
        const [[value] = []] = await clickHouse.query(
          "select value from system.settings where name = 'readonly'",
        );
        if (value === (isReadOnly ? "2" : "0")) return;
      }
    },
    async stop() {
      await clickHouse.kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
  await clickHouse.start();
  const response = await fetch(origin, {
    method: "POST",
    headers: { "x-clickhouse-user": "studio", "x-clickhouse-key": password },
    body: "create database studio",
  });
  if (!response.ok) throw new Error(await response.text());
  return clickHouse;
}

/** What a line to ClickHouse does: passes all on, refuses connections, never answers, or passes inserts on and loses their answers. */
export type LineMode = "open" | "refuses" | "hangs" | "loses answers";

/** A way to ClickHouse that a test can interrupt. */
export interface ClickHouseLine {
  readonly url: string;
  set(mode: LineMode): void;
  close(): void;
}

/** Forwards requests to a ClickHouse. */
export async function startClickHouseLine(target: string): Promise<ClickHouseLine> {
  let mode: LineMode = "open";
  const { port } = new URL(target);
  const server = createServer((request, response) => {
    const now = mode;
    if (now === "hangs") return;
    if (now === "refuses") {
      request.socket.destroy();
      return;
    }
    const onward = send(
      { host: "127.0.0.1", port, path: request.url, method: request.method, headers: request.headers },
      (answer) => {
        if (now === "loses answers" && request.url?.includes("insert")) {
          answer.resume();
          answer.once("end", () => request.socket.destroy());
          return;
        }
        response.writeHead(answer.statusCode!, answer.headers);
        answer.pipe(response);
      },
    );
    onward.on("error", () => request.socket.destroy());
    request.pipe(onward);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = new URL(target);
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    set(value) {
      mode = value;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Waits until readers see all events that are stored now, and those that are still arriving have arrived. */
export async function untilReadable(clickHouse: TestClickHouse): Promise<void> {
  const [[now] = []] = await clickHouse.query("select toUInt32(now())");
  for (;;) {
    const [[isPast] = []] = await clickHouse.query(
      `select now() - ${settleSeconds} > toDateTime(${now}) + 1`,
    );
    if (isPast === "1") return;
    await sleep(200);
  }
}
