import { parseArgs } from "node:util";
import type { PoolConfig } from "pg";
import type { Ctx } from "../ctx.ts";
import { ConfigInvalid, readConfig } from "../platform/config/index.ts";
import type { Config } from "../platform/config/index.ts";
import { createJobCtx } from "../platform/ctx-factory.ts";
import { DomainError } from "../platform/errors.ts";
import { createLog } from "../platform/log.ts";
import type { Log } from "../platform/log.ts";
import { explainStart, findDatabase } from "../platform/startup.ts";
import { startRoles } from "./start.ts";

/** A refusal, as one sentence for the person at the terminal. */
export class Refused extends Error {}

/** Whether a command was given its only flag. @throws Refused for anything else */
export function readFlag(name: string, usage: string): boolean {
  try {
    const { values } = parseArgs({ options: { [name]: { type: "boolean" } } });
    return values[name] === true;
  } catch {
    throw new Refused(usage);
  }
}

/** A command with parsed arguments; `connection` is for work that the ctx's statements don't do. @returns its output */
type Work = (ctx: Ctx, connection: PoolConfig) => Promise<string>;

/**
 * Runs an operator's command on the configured database, with or without a running server, and prints its output. Refusals and
 * startup failures are one sentence, with exit code 1.
 * @param readArguments runs before the database is opened, so that invalid arguments are reported at once
 */
export const runOperatorCommand = (name: string, readArguments: () => Work): Promise<void> =>
  report((async () => run(name, readArguments()))());

/**
 * Opens the configured database for a command. Known failures become refusals.
 * @param work gets the configuration without roles
 */
export async function withDatabase<Result>(
  work: (config: Config, connection: PoolConfig, log: Log) => Promise<Result>,
): Promise<Result> {
  const config = readSettings();
  const log = createLog("warn");
  let database: Awaited<ReturnType<typeof findDatabase>> | null = null;
  try {
    database = await findDatabase(config, log);
    return await work(config, database.connection, log);
  } catch (error) {
    if (error instanceof DomainError) throw new Refused(error.message);
    const sentence = explainStart(error, config);
    throw sentence ? new Refused(sentence) : error;
  } finally {
    await database?.end();
  }
}

const run = (name: string, work: Work): Promise<string> =>
  withDatabase(async (config, connection, log) => {
    const started = await startRoles(config, connection, log);
    try {
      return await work(createJobCtx(started.shared, name), connection);
    } finally {
      await started.stop();
    }
  });

/** Prints what a command says, or the sentence by which it refuses, with exit code 1. */
export async function report(said: Promise<string>): Promise<void> {
  try {
    process.stdout.write(`${await said}\n`);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}

function readSettings(): Config {
  try {
    // A command often runs beside a server, with its environment: it serves nothing, and no metrics either.
    return { ...readConfig(process.env, []), roles: [], metricsPort: null };
  } catch (error) {
    throw error instanceof ConfigInvalid ? new Refused(error.message) : error;
  }
}
