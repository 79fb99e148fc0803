/**
 * `npm run rebuild-achievements`: works everybody's challenges and badges out again from what practice recorded, beside a running server or alone,
 * and says for how many people anything was different.
 */
import type pg from "pg";
import { rebuildAchievements } from "../modules/challenges/index.ts";
import { readConfig } from "../platform/config/index.ts";
import { createJobCtx } from "../platform/ctx-factory.ts";
import { createLog } from "../platform/log.ts";
import { ensurePostgres } from "../platform/postgres/index.ts";
import { startRoles } from "./start.ts";

const config = { ...readConfig(process.env, []), roles: [] };
const log = createLog("warn");
const postgres = config.databaseUrl === null ? await ensurePostgres({ dataDir: config.dataDir, log }) : null;
const connection: pg.PoolConfig = postgres?.connection ?? { connectionString: config.databaseUrl! };
// Without a role: the database brought up to date, and a ctx over it.
const started = await startRoles(config, connection, log);
try {
  const { people, different } = await rebuildAchievements(
    createJobCtx(started.shared, "rebuild-achievements"),
  );
  process.stdout.write(
    `Worked out again for ${people} people; something was different for ${different} of them.\n`,
  );
} finally {
  await started.stop();
  await postgres?.stop();
}
