/**
 * Measures how long two workers take to renew subscriptions that are all due within one hour. Each renewal is an invoice with its
 * lines, a charge at the test gateway, the next term and a receipt. Finally checks that each was renewed once.
 *
 *     npm run bench -- renewals [--subscriptions=100000]
 */
import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type pgTypes from "pg";
import { prepareDatabase } from "../server/app/database.ts";
import { createLog } from "../server/platform/log.ts";
import { ensurePostgres } from "../server/platform/postgres/index.ts";

const pg = createRequire(join(import.meta.dirname, "../package.json"))("pg") as typeof pgTypes;
const count = Number(/--subscriptions=(\d+)/.exec(process.argv.slice(2).join(" "))?.[1] ?? 100_000);
const workers = 2;

const seed = [
  `insert into identity."user" (id, name, email, "emailVerified")
   select gen_random_uuid(), 'Demo Dancer', 'dancer' || n || '@example.test', true from generate_series(1, $1::int) as n`,
  `insert into billing.test_tokens (token, type, behaviour, brand, account_id)
   select 'tok_' || id, 'card', 'succeeds', 'visa', id from identity."user" limit $1`,
  `insert into billing.payment_methods (id, account_id, provider, provider_ref, type, created_at)
   select id, id, 'eightcount', 'tok_' || id, 'card', now() from identity."user" limit $1`,
  `insert into billing.subscriptions (person_id, status, provider, plan_id, access_type, price_amount, anchor_at, term_starts_at, term_ends_at,
     term_number, term_value, next_billing_at, due_at, payment_method_id)
   select id, 'active', 'eightcount', 'premium-monthly', 'premium', 1499, due - interval '1 month', due - interval '1 month', due, 1, 1499, due, due, id
   from (select id, now() - random() * interval '1 hour' as due from identity."user" limit $1) as one`,
  "analyze",
];

const dataDir = await mkdtemp(join(tmpdir(), "eightcount-bench-"));
const log = createLog("error");
const children: ChildProcess[] = [];
const postgres = await ensurePostgres({
  dataDir,
  log,
  settings: { max_connections: "200", shared_buffers: "512MB" },
});
const pool = new pg.Pool({ ...postgres.connection, max: 4 });
// Idle connections end with the database.
pool.on("error", () => {});
try {
  await prepareDatabase(pool, log);
  for (const statement of seed) await pool.query(statement, statement === "analyze" ? [] : [count]);
  for (let worker = 0; worker < workers; worker += 1) {
    const child = spawn(process.execPath, [join(import.meta.dirname, "renewals-worker.ts")], {
      env: { PATH: process.env["PATH"], DATA_DIR: dataDir, CONNECTION: JSON.stringify(postgres.connection) },
      stdio: ["ignore", "pipe", "inherit"],
    });
    children.push(child);
    await once(child.stdout!, "data");
  }
  const begun = performance.now();
  await pool.query(`select graphile_worker.add_job('billing.find_due', '{}')`);
  const left = async () =>
    (
      (await pool.query("select count(*)::int as count from billing.subscriptions where due_at <= now()"))
        .rows as { count: number }[]
    )[0]!.count;
  for (let open = await left(); open > 0; open = await left()) {
    process.stderr.write(`\r${count - open} of ${count} `);
    await sleep(1000);
  }
  const seconds = (performance.now() - begun) / 1000;
  const { rows } = await pool.query(
    `select count(*)::int as invoices, count(distinct subscription_id)::int as subscriptions,
       count(*) filter (where status = 'paid')::int as paid, (select count(*)::int from billing.test_payments) as charges
     from billing.invoices`,
  );
  const [found] = rows as { invoices: number; subscriptions: number; paid: number; charges: number }[];
  process.stdout.write(
    `\n${count} renewals by ${workers} workers on ${cpus().length} cores: ${seconds.toFixed(1)} s, ${Math.round(count / seconds)} a second\n` +
      `invoices ${found!.invoices}, of subscriptions ${found!.subscriptions}, paid ${found!.paid}, charges ${found!.charges}\n`,
  );
  if (found!.paid !== count || found!.charges !== count || found!.invoices !== count) {
    process.stderr.write("Not each was renewed once.\n");
    process.exitCode = 1;
  }
} finally {
  for (const child of children) child.kill("SIGKILL");
  await Promise.all(
    children.map((child) =>
      child.exitCode === null && child.signalCode === null ? once(child, "exit") : null,
    ),
  );
  await pool.end();
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
}
