/**
 * `npm run role -- name@example.com admin`: gives whoever proved an address a role, or takes it with `member`, beside a running server or
 * alone. So a studio comes by its first admin. The address is neither printed nor logged.
 */
import type pg from "pg";
import { roles, setRoleAsOperator } from "../modules/identity/index.ts";
import { readConfig } from "../platform/config/index.ts";
import { createJobCtx } from "../platform/ctx-factory.ts";
import { DomainError, NotFound } from "../platform/errors.ts";
import { createLog } from "../platform/log.ts";
import { ensurePostgres } from "../platform/postgres/index.ts";
import { startRoles } from "./start.ts";

/** What is refused, as one sentence for the person at the terminal. */
class Refused extends Error {}

function readWish(args: readonly string[]) {
  const [address, wanted] = args;
  if (!address || !wanted || args.length > 2)
    throw new Refused("Say whose role and which one: npm run role -- name@example.com admin");
  const role = roles.find((one) => one === wanted);
  if (!role) throw new Refused(`There is no such role; there are ${roles.join(", ")}.`);
  return { address, role };
}

async function change(wish: ReturnType<typeof readWish>): Promise<string> {
  const config = { ...readConfig(process.env, []), roles: [] };
  const log = createLog("warn");
  const postgres =
    config.databaseUrl === null ? await ensurePostgres({ dataDir: config.dataDir, log }) : null;
  const connection: pg.PoolConfig = postgres?.connection ?? { connectionString: config.databaseUrl! };
  // Without a role: the database brought up to date, and a ctx over it.
  const started = await startRoles(config, connection, log);
  try {
    return (await setRoleAsOperator(createJobCtx(started.shared, "set-role"), wish))
      ? `The account has the role ${wish.role} now; within a minute every server knows.`
      : `The account has the role ${wish.role} already; nothing was changed.`;
  } catch (error) {
    if (error instanceof NotFound)
      throw new Refused(
        "Nobody has proved this address: register with it in a browser, follow the link of the mail that comes, and run this again.",
      );
    throw error instanceof DomainError ? new Refused(error.message) : error;
  } finally {
    await started.stop();
    await postgres?.stop();
  }
}

try {
  const said = await change(readWish(process.argv.slice(2)));
  process.stdout.write(`${said}\n`);
} catch (error) {
  if (!(error instanceof Refused)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
