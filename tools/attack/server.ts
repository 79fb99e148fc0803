import { randomBytes } from "node:crypto";
import { join } from "node:path";
import pg from "pg";
import { createLog } from "../../server/platform/log.ts";
import { ensurePostgres } from "../../server/platform/postgres/index.ts";
import { createClass, createLibrary, createManyClasses } from "../../server/testing/factories.ts";
import { freePort } from "../../server/testing/free-port.ts";
import { startProgram, urlOfDatabase } from "../../server/testing/program.ts";

/** Starts a server with production settings on its own database, with a library to search. */
export async function startVictim(folder: string): Promise<{ url: string; stop(): Promise<void> }> {
  const postgres = await ensurePostgres({ dataDir: join(folder, "postgres"), log: createLog("error") });
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const program = startProgram({
    NODE_ENV: "production",
    MIGRATE_AT_START: "on",
    HOST: "127.0.0.1",
    PORT: String(port),
    PUBLIC_URL: url,
    DATABASE_URL: urlOfDatabase(postgres.connection),
    DATABASE_CONNECTIONS: "16",
    DATA_DIR: join(folder, "data"),
    AUTH_SECRET: randomBytes(32).toString("hex"),
    MEDIA_SECRET: randomBytes(32).toString("hex"),
    // The harder case: documents that no web build contains.
    GRAPHQL_OPEN: "on",
    LOG_LEVEL: "error",
    DRAIN_SECONDS: "0",
  });
  const stop = async () => {
    await program.kill();
    await postgres.stop();
  };
  try {
    for (;;) {
      if (program.child.exitCode !== null) throw new Error((await program.ended).complained);
      const answer = await fetch(`${url}/readyz`).catch(() => null);
      if (answer?.ok) break;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    const pool = new pg.Pool({ ...postgres.connection, max: 2 });
    await createLibrary(pool);
    await createManyClasses(pool, 500);
    await createClass(pool, { slug: "drag-the-left", title: "Drag the left" });
    await pool.end();
    return { url, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
