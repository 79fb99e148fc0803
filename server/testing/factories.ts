import { randomUUID } from "node:crypto";
import type pg from "pg";
import type { AccessType } from "../modules/billing/index.ts";

/** Contents of a test's library. Each test adds its own classes. */
export const library = {
  sections: ["dance-workout", "learn", "choreography"],
  styles: [
    { slug: "hip-hop", name: "Hip-hop" },
    { slug: "house", name: "House" },
    { slug: "latin", name: "Latin" },
  ],
  instructors: [
    { slug: "demo-ana", name: "Demo Ana" },
    { slug: "demo-kofi", name: "Demo Kofi" },
  ],
  categories: [
    { slug: "grooves", section: "learn", goals: ["musicality"] },
    { slug: "sweat", section: "dance-workout", goals: ["fitness"] },
    { slug: "routines", section: "choreography", goals: ["fitness", "perform"] },
  ],
} as const;

/** Seeds sections, styles, instructors and categories in a database without classes. */
export async function createLibrary(pool: pg.Pool): Promise<void> {
  await pool.query(
    `insert into catalog.sections (slug, name, description, position)
     select slug, initcap(slug), 'All of ' || slug, place from unnest($1::text[]) with ordinality as new (slug, place)
     on conflict (slug) do update set name = excluded.name, description = excluded.description, position = excluded.position`,
    [library.sections],
  );
  const records = (rows: readonly object[]) => [JSON.stringify(rows)];
  await pool.query(
    `insert into catalog.styles (slug, name) select slug, name from jsonb_to_recordset($1) as new (slug text, name text)`,
    records(library.styles),
  );
  await pool.query(
    `insert into catalog.instructors (slug, name, bio) select slug, name, 'Teaches' from jsonb_to_recordset($1) as new (slug text, name text)`,
    records(library.instructors),
  );
  await pool.query(
    `insert into catalog.categories (slug, name, section_id, goals, position)
     select new.slug, initcap(new.slug), sections.id, new.goals, new.position
     from jsonb_to_recordset($1) as new (slug text, section text, goals text[], position int) join catalog.sections on sections.slug = new.section`,
    records(library.categories.map((category, position) => ({ ...category, position }))),
  );
}

/** The properties of a class that matter to a test; the others get defaults. */
export interface NewClass {
  readonly title?: string;
  readonly slug?: string;
  readonly description?: string;
  readonly level?: string;
  readonly type?: string;
  readonly accessType?: AccessType;
  readonly style?: string;
  readonly instructor?: string;
  readonly section?: string;
  readonly energy?: "gentle" | "steady" | "high";
  readonly categories?: readonly string[];
  readonly durationMs?: number;
  /** Null: a draft. */
  readonly publishedAt?: Date | null;
  /** Whether its video is available. */
  readonly isPlayable?: boolean;
}

let made = 0;

/** Creates one class with two parts. @returns its ids */
export async function createClass(
  pool: pg.Pool,
  options: NewClass = {},
): Promise<{ id: string; slug: string }> {
  const id = randomUUID();
  const slug = options.slug ?? `class-${(made += 1)}`;
  const durationMs = options.durationMs ?? 600_000;
  const beatGrid = [{ startMs: 0, endMs: durationMs, bpm: 96, firstBeatMs: 0 }];
  await pool.query(
    `insert into catalog.classes (id, slug, title, description, level, type, access_type, style_id, instructor_id, section_id, duration_ms,
       beat_grid, picture, asset_id, published_at, energy)
     select $1, $2, $3, $4, $5, $6, $7, styles.id, instructors.id, sections.id, $11, $12, 'test', $13, $14, $15
     from catalog.styles, catalog.instructors, catalog.sections where styles.slug = $8 and instructors.slug = $9 and sections.slug = $10`,
    [
      id,
      slug,
      options.title ?? `Class ${made}`,
      options.description ?? "",
      options.level ?? "beginner",
      options.type ?? "choreography",
      options.accessType ?? "free",
      options.style ?? "hip-hop",
      options.instructor ?? "demo-ana",
      options.section ?? "learn",
      durationMs,
      JSON.stringify(beatGrid),
      options.isPlayable ? id : null,
      options.publishedAt === undefined ? new Date() : options.publishedAt,
      options.energy ?? "steady",
    ],
  );
  await pool.query(
    `insert into catalog.class_parts (class_id, index, title, kind, start_ms, end_ms, eights)
     values ($1, 1, 'Warm up', 'warm_up', 0, $2, 8), ($1, 2, 'Full out', 'full_out', $2, $3, 16)`,
    [id, Math.floor(durationMs / 3), durationMs],
  );
  if (options.categories) {
    await pool.query(
      `insert into catalog.class_categories (class_id, category_id) select $1, id from catalog.categories where slug = any($2)`,
      [id, options.categories],
    );
  }
  if (options.isPlayable) {
    await pool.query(
      `insert into media.assets (id, availability, percent, version, duration_ms) values ($1, 'available', 100, $2, $3)`,
      [id, randomUUID(), durationMs],
    );
  }
  return { id, slug };
}

/** Creates many classes at once, spread over styles, instructors, sections, categories, levels and access types; one per hour. */
export async function createManyClasses(pool: pg.Pool, count: number): Promise<void> {
  await pool.query(
    `insert into catalog.classes (slug, title, description, level, type, access_type, style_id, instructor_id, section_id, duration_ms, picture, published_at)
     select 'many-' || n, (array['Drag','Sway','Bounce','Glide','Rock'])[1 + n % 5] || ' the ' || (array['left','right','floor','room'])[1 + n % 4] || ' ' || n,
       'Number ' || n || ' of many', (array['absolute-beginner','beginner','intermediate','advanced'])[1 + n % 4],
       (array['choreography','drill','workout'])[1 + n % 3], (array['free','basic','standard','premium'])[1 + n % 4],
       (select array_agg(id order by id) from catalog.styles)[1 + n % 3],
       (select array_agg(id order by slug) from catalog.instructors)[1 + n % 2],
       (select array_agg(id order by id) from catalog.sections)[1 + n % 3],
       60000 + (n * 7919) % 1800000, 'test', now() - n * interval '1 hour'
     from generate_series(1, $1::int) as n`,
    [count],
  );
  await pool.query(
    `insert into catalog.class_categories (class_id, category_id)
     select classes.id, categories.id from catalog.classes join catalog.categories on categories.section_id = classes.section_id
     where classes.slug like 'many-%' on conflict do nothing`,
  );
  await pool.query("analyze");
}

/** Gives a person access, like a paid subscription. */
export async function subscribe(
  pool: pg.Pool,
  personId: string,
  accessType: AccessType,
  status = "active",
): Promise<void> {
  await pool.query(
    `insert into billing.subscriptions (person_id, status, provider, access_type, plan_id)
     values ($1, $2, 'eightcount', $3::text, case $3::text when 'free' then 'basic' else $3::text end || '-monthly')`,
    [personId, status, accessType],
  );
}

/** Moves a person's practice into the past, as if so much time had passed. */
export async function letPass(pool: pg.Pool, personId: string, ms: number): Promise<void> {
  const ago = [personId, `${ms} milliseconds`];
  await pool.query(
    `update practice.records set granted_at = granted_at - $2::interval where person_id = $1`,
    ago,
  );
  await pool.query(
    `update practice.allowances set counted_at = counted_at - $2::interval where person_id = $1`,
    ago,
  );
}

/** Creates a song that these classes use from beginning to end. @returns its ids */
export async function createSong(
  pool: pg.Pool,
  song: {
    readonly title: string;
    readonly artist?: string;
    readonly isrc?: string;
    readonly isExplicit?: boolean;
    readonly classIds?: readonly string[];
  },
): Promise<{ id: string; slug: string }> {
  const id = randomUUID();
  const slug = `song-${id}`;
  await pool.query(
    `insert into catalog.songs (id, slug, title, artist, isrc, rights, is_explicit, created_at)
     values ($1, $2, $3, $4, $5, 'licensed', $6, now())`,
    [id, slug, song.title, song.artist ?? "The Demo Section", song.isrc ?? null, song.isExplicit ?? false],
  );
  await pool.query(
    `insert into catalog.class_songs (class_id, place, song_id)
     select class_id, coalesce((select max(place) from catalog.class_songs as held where held.class_id = given.class_id), 0) + 1, $1
     from unnest($2::uuid[]) as given (class_id)`,
    [id, song.classIds ?? []],
  );
  return { id, slug };
}
