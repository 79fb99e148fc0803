import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type pgTypes from "pg";
import { startRoles } from "../../server/app/start.ts";
import { readConfig } from "../../server/platform/config/index.ts";
import { createLog } from "../../server/platform/log.ts";
import { freePort } from "../../server/testing/free-port.ts";

const root = join(import.meta.dirname, "../..");
// The server's own copy of pg, so that the statements watched below are the server's.
export const pg = createRequire(join(root, "package.json"))("pg") as typeof pgTypes;
const poolSize = 16;

/** A query that one client repeats. */
export interface Read {
  readonly name: string;
  readonly query: string;
  /** The same rows in PostGraphile's schema, where it has them. */
  readonly peerQuery?: (me: string) => string;
}

export interface Running {
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body: string;
  /** CPU time of its process, in seconds; Linux reports hundredths. */
  cpuSeconds(): number;
  end(): Promise<void>;
}

/** A server that can be started repeatedly, for one read. */
export interface Target {
  readonly name: string;
  start(): Promise<Running>;
}

const jsonHeaders = { "content-type": "application/json" };

async function launch(
  args: readonly string[],
  env: Record<string, string>,
): Promise<Pick<Running, "url" | "cpuSeconds" | "end">> {
  const child: ChildProcess = spawn(process.execPath, args, {
    cwd: import.meta.dirname,
    env: { PATH: process.env["PATH"], ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const url = await new Promise<string>((resolve, reject) => {
    let said = "";
    // Read to the end: an unread log would cost the server nothing, and flatter it.
    child.stdout!.on("data", (chunk: Buffer) => {
      if (said.length < 10_000) said += chunk.toString();
      const found = /(?:ready|is running at) (http:\S+)/.exec(said)?.[1];
      if (found) resolve(found);
    });
    child.once("exit", () => reject(new Error(`${args[0]} didn't start: ${said}`)));
  });
  return {
    url,
    cpuSeconds: () => {
      const fields = readFileSync(`/proc/${child.pid}/stat`, "utf8").split(") ")[1]!.split(" ");
      return (Number(fields[11]) + Number(fields[12])) / 100;
    },
    end: async () => {
      child.kill("SIGTERM");
      if (child.exitCode === null) await once(child, "exit");
    },
  };
}

/** Sends the read once. @throws when the response is wrong */
export async function check({
  url,
  headers,
  body,
}: Pick<Running, "url" | "headers" | "body">): Promise<void> {
  const response = await fetch(url, { method: "POST", headers, body });
  const answer = (await response.json()) as { errors?: unknown };
  if (!response.ok || answer.errors)
    throw new Error(`${url} answers ${response.status}: ${JSON.stringify(answer)}`);
}

/** Signs in a person over HTTP. @returns a function for a fresh token: benchmarks outlast one */
async function signIn(url: string, pool: pgTypes.Pool, me: string): Promise<(at: string) => Promise<string>> {
  const signedIn = await fetch(`${url}/api/auth/sign-in/anonymous`, {
    method: "POST",
    headers: { ...jsonHeaders, origin: "http://bench.test" },
    body: "{}",
  });
  const cookie = signedIn.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
  await pool.query(`update identity."session" set "userId" = $1`, [me]);
  return async (at) => {
    const answer = await fetch(`${at}/api/auth/token`, { headers: { cookie } });
    return ((await answer.json()) as { token: string }).token;
  };
}

/** The baseline, this server and PostGraphile for each read, over the same rows. */
export async function targetsOf(
  reads: readonly Read[],
  postgres: { readonly connectionString: string; readonly connection: object },
  dataDir: string,
  pool: pgTypes.Pool,
  me: string,
): Promise<ReadonlyMap<Read, readonly Target[]>> {
  const env = {
    NODE_ENV: "production",
    PUBLIC_URL: "http://bench.test",
    PORT: String(await freePort()),
    DATA_DIR: dataDir,
    DATABASE_URL: postgres.connectionString,
    DATABASE_CONNECTIONS: String(poolSize),
    AUTH_SECRET: "a-secret-for-benchmarks-that-is-long-enough",
    MEDIA_SECRET: "a-secret-for-benchmarks-that-is-long-enough",
    GRAPHQL_OPEN: "on",
    LOG_LEVEL: "info",
  };
  // A server in this process records the SQL of each read, and signs the viewer in.
  const probe = await startRoles(readConfig(env, ["--role=api"]), postgres.connection, createLog("error"));
  const url = `http://127.0.0.1:${probe.port}`;
  const tokenAt = await signIn(url, pool, me);
  const found = new Map<Read, readonly Target[]>();
  for (const read of reads) {
    const body = JSON.stringify({ query: read.query });
    const asked = {
      url: `${url}/graphql`,
      headers: { ...jsonHeaders, "x-auth-token": `Bearer ${await tokenAt(url)}` },
      body,
    };
    await check(asked);
    const statements: { name: string; text: string; values: unknown[] }[] = [];
    const original = pg.Client.prototype.query;
    pg.Client.prototype.query = function (this: pgTypes.Client, ...given: Parameters<typeof original>) {
      const [query] = given as unknown as [{ name?: string; text: string; values: unknown[] }];
      if (query?.name) statements.push({ name: query.name, text: query.text, values: query.values });
      return original.apply(this, given);
    } as typeof original;
    await check(asked);
    pg.Client.prototype.query = original;

    const floor: Target = {
      name: "floor",
      start: async () => ({
        ...(await launch(["floor.ts"], {
          CONNECTION: JSON.stringify(postgres.connection),
          STATEMENTS: JSON.stringify(statements),
          SIZE: String(poolSize),
        })),
        headers: jsonHeaders,
        body: "{}",
      }),
    };
    const ours: Target = {
      name: "eightcount",
      start: async () => {
        const started = await launch([join(root, "server/main.ts"), "--role=api"], env);
        const at = `http://127.0.0.1:${env.PORT}`;
        return {
          ...started,
          url: `${at}/graphql`,
          headers: { ...jsonHeaders, "x-auth-token": `Bearer ${await tokenAt(at)}` },
          body,
        };
      },
    };
    const peer: Target = {
      name: "postgraphile",
      start: async () => ({
        ...(await launch(["peer.ts"], {
          CONNECTION: postgres.connectionString,
          SIZE: String(poolSize),
          NODE_ENV: "production",
        })),
        headers: jsonHeaders,
        body: JSON.stringify({ query: read.peerQuery?.(me) }),
      }),
    };
    found.set(read, [floor, ours, ...(read.peerQuery ? [peer] : [])]);
  }
  await probe.stop();
  return found;
}
