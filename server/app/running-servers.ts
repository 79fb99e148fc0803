import pg from "pg";

/** Counts the connections of servers to a database. Commands have none of these. */
export async function countServers(connection: pg.PoolConfig): Promise<number> {
  const client = new pg.Client({ ...connection, application_name: "eightcount-command" });
  await client.connect();
  try {
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity
       where datname = current_database() and application_name in ('eightcount-api', 'eightcount-live')`,
    );
    return rows[0]?.count ?? 0;
  } finally {
    await client.end();
  }
}
