import type { Started } from "./app/start.ts";
import { ConfigInvalid, readConfig } from "./platform/config/index.ts";
import { closeDataDir } from "./platform/data-dir.ts";
import { explainStart, findDatabase } from "./platform/startup.ts";
import { createLog } from "./platform/log.ts";

/** Timeout of a graceful shutdown, in milliseconds. */
const maxShutdownMs = 25_000;

async function main(): Promise<void> {
  // Files of this process and its children are private to this user.
  process.umask(0o077);
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
    const cut = setTimeout(() => process.exit(1), maxShutdownMs);
    await started?.stop();
    await endDatabase?.();
    clearTimeout(cut);
    process.exit(0);
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.on(signal, () => {
      end(signal).catch((error: unknown) => {
        log.error({ err: error }, "Shutdown failed");
        process.exit(1);
      });
    });
  }

  try {
    closeDataDir(config, log);
    const finding = findDatabase(config, log);
    // Loading the app takes seconds. A wrong DATABASE_URL is reported before, and the embedded PostgreSQL starts at the same time.
    if (usesUrl) await finding;
    const [database, { startRoles }, seed] = await Promise.all([
      finding,
      import("./app/start.ts"),
      config.demo
        ? import("./app/demo/demo.ts").then(({ seedDemo }) => seedDemo)
        : import("./app/demo/first-library.ts").then(({ seedFirstLibrary }) => seedFirstLibrary),
    ]);
    endDatabase = database.end;
    started = await startRoles(config, database.connection, log, { seed });
    if (started.port !== null)
      process.stdout.write(
        `Eightcount is running at ${config.publicUrl ?? `http://localhost:${started.port}`}\n`,
      );
    else process.stdout.write("The Eightcount worker is running\n");
    if (config.isProduction && started.port !== null) {
      const { firstAdminInvitation } = await import("./app/first-admin.ts");
      // Never by the log, which operators ship elsewhere.
      process.stdout.write(await firstAdminInvitation(started));
    }
  } catch (error) {
    await endDatabase?.();
    const sentence = explainStart(error, config);
    if (!sentence) throw error;
    process.stderr.write(`${sentence}\n`);
    process.exit(1);
  }
}

try {
  await main();
} catch (error) {
  if (error instanceof ConfigInvalid) process.stderr.write(`${error.message}\n`);
  else createLog("error").fatal({ err: error }, "Server failed to start");
  process.exit(1);
}
