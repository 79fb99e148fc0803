import type { PoolConfig } from "pg";
import type { Started } from "./app/start.ts";
import { ConfigInvalid, readConfig } from "./platform/config/index.ts";
import type { Config } from "./platform/config/index.ts";
import { reachDatabase, sqlState } from "./platform/db.ts";
import { createLog } from "./platform/log.ts";
import type { Log } from "./platform/log.ts";
import { PostgresFault, ensurePostgres } from "./platform/postgres/index.ts";

/** How long a shutdown may take before it is cut short, in milliseconds. */
const longestShutdownMs = 25_000;

/** One sentence for the person at the terminal, for what goes wrong at a start; null for what nobody foresaw. */
function explain(error: unknown, port: number, usesUrl: boolean): string | null {
  if (error instanceof ConfigInvalid || error instanceof PostgresFault) return error.message;
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === "EADDRINUSE")
    return `Port ${port} is taken: end the program that uses it, or set PORT to another.`;
  if (code === "EACCES")
    return `This user may not listen on port ${port} or write to the data folder: ${message}.`;
  if (code === "ENOSPC") return "The disk is full: make room and start again. Nothing was lost.";
  const state = sqlState(error);
  if (state === "53100") return "The database's disk is full: make room and start again. Nothing was lost.";
  if (usesUrl && (state === "28P01" || state === "28000"))
    return "DATABASE_URL: the database refuses this user or password.";
  if (usesUrl && state === "3D000")
    return "DATABASE_URL: there is no database of that name on this server; create it first.";
  if (
    usesUrl &&
    (["ECONNREFUSED", "ENOTFOUND", "ETIMEDOUT", "EAI_AGAIN", "ENOENT"].includes(code ?? "") ||
      /timeout exceeded/.test(message))
  ) {
    return "DATABASE_URL: no PostgreSQL answers there; check host and port.";
  }
  return null;
}

/** The configured database, once it has answered, or our own, once it takes connections; and what ends our own. */
async function findDatabase(
  { databaseUrl, dataDir }: Config,
  log: Log,
): Promise<{ connection: PoolConfig; end(): Promise<void> }> {
  if (databaseUrl === null) {
    const { connection, stop } = await ensurePostgres({ dataDir, log });
    return { connection, end: stop };
  }
  const connection = { connectionString: databaseUrl };
  await reachDatabase(connection);
  return { connection, end: async () => {} };
}

async function main(): Promise<void> {
  const config = readConfig(process.env, process.argv.slice(2));
  const log = createLog(config.logLevel);
  const usesUrl = config.databaseUrl !== null;
  let endDatabase: (() => Promise<void>) | null = null;
  let started: Started | null = null;
  let ending = false;

  const end = async (signal: string) => {
    if (ending) return;
    ending = true;
    log.info({ signal }, "Shutting down");
    const cut = setTimeout(() => process.exit(1), longestShutdownMs);
    await started?.stop();
    await endDatabase?.();
    clearTimeout(cut);
    process.exit(0);
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.on(signal, () => {
      end(signal).catch((error: unknown) => {
        log.error({ err: error }, "The shutdown failed");
        process.exit(1);
      });
    });
  }

  try {
    const finding = findDatabase(config, log);
    // Loading the application takes seconds: a wrong DATABASE_URL is told before, and a PostgreSQL of our own starts meanwhile.
    if (usesUrl) await finding;
    const [database, { startRoles }, seed] = await Promise.all([
      finding,
      import("./app/start.ts"),
      config.demo
        ? import("./app/demo.ts").then(({ seedDemo }) => seedDemo)
        : import("./app/first-library.ts").then(({ seedFirstLibrary }) => seedFirstLibrary),
    ]);
    endDatabase = database.end;
    started = await startRoles(config, database.connection, log, { seed });
    if (started.port !== null)
      process.stdout.write(
        `Eightcount is ready on ${config.publicUrl ?? `http://localhost:${started.port}`}\n`,
      );
    else process.stdout.write("Eightcount's worker is ready\n");
  } catch (error) {
    await endDatabase?.();
    const sentence = explain(error, config.port, usesUrl);
    if (!sentence) throw error;
    process.stderr.write(`${sentence}\n`);
    process.exit(1);
  }
}

try {
  await main();
} catch (error) {
  if (error instanceof ConfigInvalid) process.stderr.write(`${error.message}\n`);
  else createLog("error").fatal({ err: error }, "The server could not start");
  process.exit(1);
}
