/**
 * Test process that uses the embedded PostgreSQL: `node user-process.ts DATA_DIR [write]`. Prints "ready" and, with `write`, the
 * number of each row after its commit was acknowledged. SIGTERM makes it release the database.
 */
import pg from "pg";
import { ensurePostgres } from "./index.ts";

const [dataDir = "", task] = process.argv.slice(2);
const postgres = await ensurePostgres({ dataDir, log: { info: () => {}, warn: () => {} } });
process.on("SIGTERM", () => void postgres.stop().then(() => process.exit(0)));
console.log("ready");
setInterval(() => {}, 1_000);
if (task === "write") await writeRows();

async function writeRows(): Promise<void> {
  const client = new pg.Client(postgres.connection);
  client.on("error", () => {});
  await client.connect();
  await client.query("create table if not exists written (id bigserial primary key, filling text not null)");
  try {
    for (;;) {
      const { rows } = await client.query<{ id: string }>(
        "insert into written (filling) values (repeat('x', 500)) returning id",
      );
      console.log(rows[0]?.id);
    }
  } catch {
    // The test kills the database on purpose.
  }
}
