/** Shared startup of all programs: finds the database, and explains failures in one sentence. */
import type { PoolConfig } from "pg";
import { ConfigInvalid } from "./config/index.ts";
import type { Config } from "./config/index.ts";
import { reachDatabase, sqlState } from "./db.ts";
import type { Log } from "./log.ts";
import { PoolerFault } from "./pooler.ts";
import { ReplicaFault } from "./replica/replica.ts";
import { PostgresFault, ensurePostgres } from "./postgres/index.ts";

/** The database lacks migrations of this release, and this process may not run them. */
export class SchemaBehind extends Error {
  constructor(pending: number) {
    super(
      `The database lacks ${pending} migration${pending === 1 ? "" : "s"} of this release. Run \`npm run migrate\` first.`,
    );
  }
}

/** Errors whose message is for the person at the terminal. */
const sentences = [ConfigInvalid, PostgresFault, PoolerFault, ReplicaFault, SchemaBehind];

/** One sentence for the person at the terminal for a known startup failure; null for an unknown one. */
export function explainStart(error: unknown, { port, databaseUrl }: Config): string | null {
  const usesUrl = databaseUrl !== null;
  if (sentences.some((kind) => error instanceof kind)) return (error as Error).message;
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === "EADDRINUSE")
    return `Port ${port} is in use. Stop the program that uses it, or set PORT to another port.`;
  if (code === "EACCES") return `This user can't listen on port ${port} or write to DATA_DIR: ${message}.`;
  if (code === "ENOSPC") return "The disk is full. Free up space and start again.";
  // A failed migration says which one it is, and has the database's error as its cause.
  const state = sqlState(error) ?? sqlState((error as Error).cause);
  if (state === "53100") return "The database's disk is full. Free up space and start again.";
  if (usesUrl && (state === "28P01" || state === "28000")) return "DATABASE_URL: wrong user or password.";
  if (usesUrl && state === "3D000")
    return "DATABASE_URL: no database with that name on this server. Create it first.";
  if (
    usesUrl &&
    (["ECONNREFUSED", "ENOTFOUND", "ETIMEDOUT", "EAI_AGAIN", "ENOENT"].includes(code ?? "") ||
      /timeout exceeded/.test(message))
  ) {
    return "DATABASE_URL: can't connect to PostgreSQL. Check the host and port.";
  }
  return null;
}

/**
 * The configured database once it has answered, or the embedded one once it accepts connections, with a function that stops the
 * embedded one.
 */
export async function findDatabase(
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
