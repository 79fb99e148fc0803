/**
 * Merging an instructor, a style, a category and a section of 10,000 classes and 100,000 followers: how long the merge takes, and how long
 * saving one of these classes and reading the library wait during it.
 *
 *     npm run bench -- merges [--classes=10000] [--followers=100000]
 */
import { randomUUID } from "node:crypto";
import { performance } from "node:perf_hooks";
import { mergedKinds } from "../server/modules/catalog/aliases.ts";
import { mergeEntry } from "../server/modules/catalog/editing/merging.ts";
import { managedClasses } from "../server/modules/catalog/managing/list.ts";
import { createLibrary } from "../server/testing/factories.ts";
import { startTestDatabase, startTestServer } from "../server/testing/harness.ts";

const given = (name: string, otherwise: number): number =>
  Number(process.argv.find((one) => one.startsWith(`--${name}=`))?.split("=")[1] ?? otherwise);
const classes = given("classes", 10_000);
const followers = given("followers", 100_000);
/** Between two reads or saves, in milliseconds. */
const pauseMs = 20;

const anyState = {
  state: null,
  instructor: null,
  style: null,
  level: null,
  category: null,
  accessType: null,
  without: null,
  search: null,
} as const;
const plural = { style: "styles", category: "categories", section: "sections", instructor: "instructors" };
const round = (ms: number): number => Math.round(ms);
const stopDatabase = await startTestDatabase();
const server = await startTestServer({ roles: "api" });
try {
  const { pool } = server;
  await fill();
  const { id } = await server.member({ role: "editor" });
  const editor = server.ctx({
    personId: id,
    accountId: id,
    isChild: false,
    hidesExplicit: false,
    sessionId: randomUUID(),
    role: "editor",
    isAnonymous: false,
  });
  const table = [];
  for (const kind of mergedKinds) {
    const [from, into] = await gather(kind);
    let isDone = false;
    const repeat = async (work: () => Promise<unknown>): Promise<number> => {
      let longest = 0;
      while (!isDone) {
        const began = performance.now();
        await work();
        longest = Math.max(longest, performance.now() - began);
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
      }
      return longest;
    };
    const reads = repeat(() => managedClasses(editor, anyState, "newest", { first: 24, after: null }));
    const saves = repeat(() =>
      pool.query("update catalog.classes set revision = revision where slug = 'bench-1'"),
    );
    const began = performance.now();
    await mergeEntry(editor, kind, { from, into });
    const took = performance.now() - began;
    isDone = true;
    table.push({
      merged: kind,
      "seconds in all": Math.round(took / 100) / 10,
      "longest save ms": round(await saves),
      "longest read ms": round(await reads),
    });
  }
  console.table(table);
  console.log(`${classes} classes and ${followers} followers of each.`);

  /** Puts every class and follower under one entry of a kind. @returns its slug, and that of another one */
  async function gather(kind: (typeof mergedKinds)[number]): Promise<[string, string]> {
    const { rows } = await pool.query<{ id: string; slug: string }>(
      `select id, slug from catalog.${plural[kind]} order by slug limit 2`,
    );
    const [from, into] = rows;
    if (kind === "category")
      await pool.query(
        "insert into catalog.class_categories (class_id, category_id) select id, $1 from catalog.classes on conflict do nothing",
        [from!.id],
      );
    else await pool.query(`update catalog.classes set ${kind}_id = $1`, [from!.id]);
    if (kind !== "section")
      await pool.query(
        `insert into catalog.followed_${plural[kind]} (person_id, ${kind}_id, followed_at)
         select id, $1, now() from identity."user" where email like 'bench-%' on conflict do nothing`,
        [from!.id],
      );
    await pool.query("analyze");
    return [from!.slug, into!.slug];
  }
} finally {
  await server.stop();
  await stopDatabase();
}

async function fill(): Promise<void> {
  await createLibrary(server.pool);
  await server.pool.query(
    `insert into catalog.classes (slug, title, description, level, type, access_type, style_id, instructor_id, section_id, duration_ms, picture, published_at)
     select 'bench-' || at, 'Groove ' || md5(at::text), 'Number ' || at, 'beginner', 'choreography', 'basic', style.id, instructor.id, section.id, 300000, 'test', now()
     from generate_series(1, $1) as at, (select min(id) as id from catalog.styles) as style,
       (select id from catalog.instructors limit 1) as instructor, (select min(id) as id from catalog.sections) as section`,
    [classes],
  );
  await server.pool.query(
    `insert into identity."user" (id, name, email, "emailVerified")
     select gen_random_uuid(), 'Bench ' || at, 'bench-' || at || '@example.test', true from generate_series(1, $1) as at`,
    [followers],
  );
}
