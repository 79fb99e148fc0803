import { join } from "node:path";
import pg from "pg";
import { expect, test } from "vitest";
import { migrateJobs } from "../../../platform/jobs/worker.ts";
import { readMigrations } from "../../../platform/migrations/files.ts";
import { migrate } from "../../../platform/migrations/migrate.ts";
import { createTestDatabase } from "../../../testing/harness.ts";

test("keeps the price of plan changes that were scheduled before the upgrade", async () => {
  const migrations = await readMigrations(join(import.meta.dirname, "../../../migrations"));
  const database = await createTestDatabase({ isEmpty: true });
  const pool = new pg.Pool(database.connection);
  try {
    await migrate(
      pool,
      migrations.filter(({ name }) => name < "202611230750"),
    );
    await pool.query(
      `insert into billing.price_versions (plan_id, currency_code, country_code, amount, valid_from)
       values ('basic-yearly', 'EUR', '', 9999, '2026-11-24'), ('basic-yearly', 'EUR', 'AT', 8888, '2026-11-24')`,
    );
    const { rows } = await pool.query<{ next: number | null; shown: number }>(
      `with people as (insert into identity."user" (id, name, email, "emailVerified")
         select gen_random_uuid(), 'Demo Dancer', country || '@example.test', true from unnest(array['DE', 'AT', 'US']) as country
         returning id, upper(left(email, 2)) as country)
       insert into billing.subscriptions (person_id, access_type, status, provider, plan_id, currency_code, country_code, price_amount,
         next_plan_id, created_at)
       select id, 'premium', 'active', 'eightcount', 'premium-yearly', case country when 'US' then 'USD' else 'EUR' end, country, 11900,
         case country when 'US' then null else 'basic-yearly' end, now() from people returning id`,
    );
    expect(rows).toHaveLength(3);
    // As a server does: migrations may enqueue backfills.
    await migrateJobs(pool);
    await migrate(pool, migrations);
    const { rows: after } = await pool.query<{ country: string; next: number | null; shown: number | null }>(
      `select found.country_code as country, next_price_amount as next, plan_prices.amount as shown
       from billing.subscriptions as found left join billing.plan_prices on plan_prices.plan_id = next_plan_id
         and plan_prices.currency_code = found.currency_code and plan_prices.country_code = ''
       order by 1`,
    );
    const shown = after[0]!.shown;
    expect(shown).toBeGreaterThan(0);
    expect(after).toEqual([
      { country: "AT", next: shown, shown },
      { country: "DE", next: shown, shown },
      { country: "US", next: null, shown: null },
    ]);
  } finally {
    await pool.end();
    await database.drop();
  }
});
