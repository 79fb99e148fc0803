import { randomUUID } from "node:crypto";
import type pg from "pg";
import { createLibrary, createManyClasses } from "../../server/testing/factories.ts";

/** Number of rows per round. */
export interface Scale {
  readonly name: string;
  readonly classes: number;
  readonly people: number;
  readonly records: number;
  /** Participants of the challenge. */
  readonly participants: number;
}

export const scales: readonly Scale[] = [
  { name: "1×", classes: 10_000, people: 100_000, records: 1_000_000, participants: 25_000 },
  { name: "10×", classes: 100_000, people: 1_000_000, records: 10_000_000, participants: 250_000 },
];

export const challengeSlug = "bench";

/** A challenge with its participants, including the viewer. */
async function seedChallenge(client: pg.PoolClient, { participants }: Scale, me: string): Promise<void> {
  await client.query(
    `with made as (insert into challenges.achievements (trigger_type) values ('class_completed') returning id)
     insert into challenges.challenges
       (slug, title, description, achievement_id, starts_at, ends_at, goal_header, subtitle_header, earned_by_header)
     select $1, 'Bench', 'Bench', id, now() - interval '7 days', now() + interval '7 days', 'Goal', 'Subtitle', 'Earned by' from made`,
    [challengeSlug],
  );
  await client.query(
    `insert into challenges.progress (achievement_id, person_id, joined_at, amount, reached_at)
     select (select achievement_id from challenges.challenges where slug = $1), id, now() - interval '7 days',
       (random() * 40)::int, now() - random() * interval '6 days'
     from (select id from people where place <= $2::int union all select $3::uuid) as joined`,
    [challengeSlug, participants, me],
  );
}

/** Seeds an empty, migrated database. @returns the viewer's id: a person with progress in the newest classes */
export async function seed(pool: pg.Pool, scale: Scale): Promise<string> {
  await createLibrary(pool);
  await createManyClasses(pool, scale.classes);
  const client = await pool.connect();
  try {
    // References are correct by construction; checking ten million of them takes minutes.
    await client.query("set session_replication_role = replica");
    await client.query("set statement_timeout = 0");
    await client.query(
      `insert into identity."user" (name, email, "emailVerified", username)
       select 'Demo ' || n, 'demo-' || n || '@example.test', true, 'demo_' || n from generate_series(1, $1::int) as n`,
      [scale.people],
    );
    await client.query(
      'create temporary table people as select row_number() over () as place, id from identity."user"',
    );
    await client.query(
      "create temporary table dances as select row_number() over (order by published_at desc) as place, id, duration_ms from catalog.classes",
    );
    await client.query("create unique index on people (place)");
    await client.query("create unique index on dances (place)");
    // Indexes are created after the rows: ten million rows take minutes otherwise.
    const { rows: indexes } = await client.query<{ name: string; definition: string }>(
      `select indexname as name, indexdef as definition from pg_indexes
       where schemaname = 'practice' and tablename = 'records' and indexname <> 'records_pkey'`,
    );
    for (const { name } of indexes) await client.query(`drop index practice.${name}`);
    const each = Math.round(scale.records / scale.people);
    await client.query(
      `insert into practice.records (person_id, class_id, played, played_ms, position_ms, granted_at, viewed_at)
       select people.id, dances.id, int4multirange(int4range(0, dances.duration_ms / 3)), dances.duration_ms / 3, dances.duration_ms / 3,
         now() - interval '1 day', now() - (n || ' minutes')::interval
       from people cross join generate_series(0, $1::int - 1) as n
       join dances on dances.place = 1 + ((people.place * 7919 + n * 104729) % $2::int)
       on conflict do nothing`,
      [each, scale.classes],
    );
    for (const { definition } of indexes) await client.query(definition);
    const me = randomUUID();
    await client.query(
      `insert into identity."user" (id, name, email, "emailVerified", username)
       values ($1, 'Demo Me', 'demo-me@example.test', true, 'demo_me')`,
      [me],
    );
    await client.query(
      `insert into practice.records (person_id, class_id, played, played_ms, position_ms, granted_at, viewed_at)
       select $1, id, int4multirange(int4range(0, duration_ms / 2)), duration_ms / 2, duration_ms / 2, now(), now()
       from dances where place <= 24 and place % 2 = 0`,
      [me],
    );
    await seedChallenge(client, scale, me);
    return me;
  } finally {
    client.release(true);
    await pool.query("vacuum analyze");
  }
}
