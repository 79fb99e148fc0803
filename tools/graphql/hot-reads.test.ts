import { randomUUID } from "node:crypto";
/**
 * Runs the web app's queries on a database that is large enough for realistic query plans. No plan may scan a large table
 * sequentially, and no page may exceed its budget of SQL statements.
 */
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import pg from "pg";
import { createLibrary, createManyClasses } from "../../server/testing/factories.ts";
import { seal } from "../../server/platform/signature.ts";
import { startTestServer } from "../../server/testing/harness.ts";
import type { TestPerson, TestServer } from "../../server/testing/harness.ts";
import { collectDocuments } from "./documents.ts";

const root = join(import.meta.dirname, "../..");
const documents = collectDocuments(join(root, "web"), join(root, "contract/schema.graphql"));
const queries = [...documents.byName.values()]
  .filter(({ body }) => /^\s*query\b/m.test(body))
  .toSorted((a, b) => a.name.localeCompare(b.name));

/** Maximum number of statements, where docs/performance.md promises one. The default is twelve; more is too many for a page. */
const budgets: Readonly<Record<string, number>> = {
  // Nine, and eight that compose the set of the day at its first visit, as here.
  Dashboard: 17,
  ClassPage: 4,
  Player: 4,
  GetChallengeById: 6,
  // Buyer, region, running pass, credit, trial, family and experiment: a constant number, rarely opened.
  Plans: 22,
  PlanChoice: 21,
  // Admins see every part of the home, and what waits on each page of the studio.
  Studio: 29,
  MoneyOverview: 15,
};
const maxStatements = 12;
/** Answered from memory, or empty for a viewer. */
const withoutRows = new Set([
  "FirstHome",
  "LegalTemplate",
  "MessageWriter",
  "Config",
  "PaymentClientToken",
  "SenderDomain",
  "ServerTime",
  "StaffPermissions",
]);
/** A sequential scan of a table with fewer rows is fine. */
const largeTable = 4_000;

/**
 * Run rarely: counts per filter, for each state of the catalog, and a leaderboard's distribution, once a minute, are cached; an editor
 * counts whom a message is for, and an admin whom a legal notice reaches.
 */
const rareStatements =
  /^(catalog\.count_classes_|challenges\.list_spread|studio\.count_(audience|legal_readers))/;

/**
 * Not a page's own: authentication, whose answer a process caches for seconds, and what it writes by a timer. Whether one of them runs
 * during a query depends on how fast the machine is.
 */
const ofNoPage = /^(identity\.(find_live_session|find_credential|use_credential)|platform\.see_web_build)_/;

interface Recorded {
  readonly name: string;
  readonly text: string;
  readonly values: unknown[];
}
interface Plan {
  readonly "Node Type": string;
  readonly "Relation Name"?: string;
  readonly Schema?: string;
  readonly Plans?: readonly Plan[];
}

/** The viewer's playlist, which is shared. */
const playlist = { id: randomUUID(), key: randomUUID() };

let webDir: string;
let server: TestServer;
let me: TestPerson;
let large: ReadonlySet<string>;
let variables: Readonly<Record<string, unknown>>;
const recorded: Recorded[] = [];
const original = pg.Client.prototype.query as (...given: unknown[]) => unknown;

beforeAll(async () => {
  webDir = await mkdtemp(join(tmpdir(), "hot-reads-"));
  await mkdir(join(webDir, ".meta"));
  await writeFile(join(webDir, ".meta/trusted-documents.json"), JSON.stringify(documents.byHash));
  server = await startTestServer({ roles: "api", webDir });
  const { pool } = server;
  me = await server.member({ name: "Demo Me", username: "demo.me", role: "admin" });
  await createLibrary(pool);
  await createManyClasses(pool, 30_000);
  await fillWithPeople(pool, me.id);
  const { rows } = await pool.query<{ name: string }>(
    `select nspname || '.' || relname as name from pg_class join pg_namespace on pg_namespace.oid = relnamespace
     where relkind in ('r', 'p') and reltuples >= $1`,
    [largeTable],
  );
  large = new Set(rows.map(({ name }) => name));
  const { rows: classes } = await pool.query<{ id: string }>(
    "select id from catalog.classes order by published_at desc limit 1",
  );
  const { rows: challenges } = await pool.query<{ id: string }>("select id from challenges.challenges");
  variables = {
    id: classes[0]!.id,
    classId: classes[0]!.id,
    challengeId: challenges[0]!.id,
    slug: "demo-ana",
    sessionId: "2026-W47-1",
    days: 30,
    split: "all",
    queue: "reported",
    accessType: "premium",
    planInfo: { planId: "premium-yearly", countryCode: "DE" },
    username: "demo.me",
    style: ["hip-hop"],
    touch: "first",
    by: "week",
    first: 24,
    upcoming: 4,
    beginning: "demo",
    sourceVideoId: randomUUID(),
    fromMs: 0,
    lengthInMs: 8000,
    planId: "premium-yearly",
    filters: { level: ["beginner"] },
    ids: [classes[0]!.id],
    act: { kind: "publish" },
    withInstructors: true,
    pagination: { first: 24 },
  };
  // Records the statements sent to PostgreSQL, and passes them on unchanged.
  pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
    const [query] = given as [Partial<Recorded> | string];
    if (typeof query === "object" && query.name) recorded.push(query as Recorded);
    return original.apply(this, given);
  } as typeof pg.Client.prototype.query;
});
afterAll(async () => {
  pg.Client.prototype.query = original as typeof pg.Client.prototype.query;
  await server.stop();
  await rm(webDir, { recursive: true });
});

/** Seeds twenty thousand practicing people, one challenge that all of them joined, and one person with a year of practice. */
async function fillWithPeople(pool: pg.Pool, meId: string): Promise<void> {
  await pool.query(
    `insert into identity."user" (name, email, "emailVerified") select 'Demo ' || n, 'demo-' || n || '@example.test', true
     from generate_series(1, 20000) as n`,
  );
  await pool.query(
    `with people as (select id, row_number() over (order by id) as place from identity."user"),
       dances as (select id, duration_ms, row_number() over (order by id) as place from catalog.classes)
     insert into practice.records (person_id, class_id, played, played_ms, position_ms, granted_at, viewed_at, completed_at)
     select people.id, dances.id, int4multirange(int4range(0, duration_ms)), duration_ms, 0, now(), now(), now()
     from people cross join generate_series(0, 4) as n join dances on dances.place = 1 + (people.place * 7919 + n * 977) % 30000
     union all
     select $1, dances.id, int4multirange(int4range(0, duration_ms / 2)), duration_ms / 2, duration_ms / 2, now(), now(), null
     from dances where dances.place % 90 = 0
     on conflict do nothing`,
    [meId],
  );
  await pool.query(
    `with achievement as (insert into challenges.achievements (trigger_type) values ('class_completed') returning id),
       challenge as (
         insert into challenges.challenges (slug, title, description, achievement_id, starts_at, ends_at, goal_header, subtitle_header, earned_by_header)
         select 'demo-many', 'Many', 'Many', id, now() - interval '3 days', now() + interval '3 days', 'Goal', 'Dance', 'Earned' from achievement),
       badge as (
         insert into challenges.badges (slug, name, description, achievement_id, amount_to_earn)
         select 'demo-many', 'Many', 'Many', id, 5 from achievement)
     insert into challenges.progress (achievement_id, person_id, joined_at, amount, reached_at)
     select achievement.id, "user".id, now(), case when "user".id = $1 then 1 else 1 + abs(hashtext("user".id::text)) % 50 end, now() from achievement, identity."user"`,
    // The viewer is last: low ranks are the expensive ones to compute.
    [meId],
  );
  await pool.query(
    `with people as (select id, row_number() over (order by id) as place from identity."user"),
       lists as (
         insert into practice.playlists (id, person_id, name, share_key, created_at, changed_at)
         select gen_random_uuid(), id, 'Friday', null::uuid, now(), now() from people where place % 4 = 0
         union all select $2::uuid, $1::uuid, 'Friday', $3::uuid, now(), now() returning id),
       dances as (select id, row_number() over (order by id) as place from catalog.classes)
     insert into practice.playlist_classes (playlist_id, class_id, place, added_at)
     select lists.id, dances.id, dances.place, now() from lists join dances on dances.place <= 5`,
    [meId, playlist.id, playlist.key],
  );
  await pool.query("vacuum analyze");
}

/** A link to the draft of a class, as editors make it. */
const draftToken = (): string =>
  seal(server.ctx().config.authSecret, "draft-link", {
    classId: variables["classId"],
    version: 1,
    expiresAt: Date.now() + 600_000,
    linkId: randomUUID(),
  });

/** Values for the variables of an operation. @throws when a required one is unknown here */
function variablesOf(name: string, body: string): Record<string, unknown> {
  const known: Record<string, unknown> = {
    ...variables,
    ...(name === "GetChallengeById" ? { id: variables["challengeId"] } : {}),
    ...(name === "Playlist" ? { id: playlist.id } : {}),
    key: playlist.key,
    ...(name === "ClassEditor" ? { isNew: false } : {}),
    ...(name === "SharedDraft" ? { token: draftToken() } : { token: "of-no-invitation" }),
    kind: "terms",
    inForce: 1,
    locale: "de",
    content: "section",
    version: 1,
    code: "AAAABBBBCCCCDDDD",
    personId: me.id,
    courseId: "00000000-0000-4000-8000-000000000000",
    versionId: "00000000-0000-4000-8000-000000000000",
    ...(["AudienceCount", "StudioPeople", "StudioAudit", "ManagedClasses"].includes(name)
      ? { filter: {} }
      : {}),
    ...(name === "ManagedClassIds" ? { filter: { search: "drag" } } : {}),
    ...(name === "ComingUp" ? { following: true } : {}),
    ...(["FindClasses", "FindInstructors", "FindLibrarySongs", "FindSongs"].includes(name)
      ? { search: "drag" }
      : {}),
    ...(["SearchReading", "Loosenings"].includes(name)
      ? { filters: { search: "drag", readsFilters: true } }
      : {}),
    ...(name === "FolderCourses" ? { titles: ["House from the ground up", "Nowhere"] } : {}),
    ...(/^Library(?:Entry|Image)/.test(name)
      ? { kind: "style", from: "hip-hop", into: "house", slug: "tap" }
      : {}),
    ...(name === "LibrarySong" ? { slug: "no-song" } : {}),
    ...(name === "PriceProposals" ? { currencyCode: "CHF" } : {}),
    ...(name === "StudioSearch" ? { search: "drag", people: true, classes: true, drafts: true } : {}),
    ...(name === "ComingUp" ? { following: true } : {}),
    ...(name === "Feed" ? { style: "hip-hop", username: undefined } : {}),
  };
  const declared = [
    ...(/^\s*query\s+\w+\s*\(([^)]*)\)/m.exec(body)?.[1] ?? "").matchAll(/\$(\w+)\s*:\s*([\w[\]!]+)/g),
  ];
  return Object.fromEntries(
    declared.flatMap(([, variable, type]) => {
      if (known[variable!] !== undefined) return [[variable, known[variable!]]];
      if (type!.endsWith("!"))
        throw new Error(`${name}: say in tools/graphql/hot-reads.test.ts what $${variable} is.`);
      return [];
    }),
  );
}

const tablesReadWhole = (plan: Plan): string[] => [
  ...(plan["Node Type"] === "Seq Scan" ? [`${plan.Schema}.${plan["Relation Name"]}`] : []),
  ...(plan.Plans ?? []).flatMap(tablesReadWhole),
];

describe.each(queries)("$name", ({ name, body }) => {
  it("scans no large table, and stays within its statement budget", async () => {
    recorded.length = 0;
    const { errors } = await server.graphql(body, variablesOf(name, body), { as: me });
    // A missing object, such as a plan's session, is looked up nevertheless.
    expect(
      errors.filter(
        ({ extensions }) => !["NOT_FOUND", "PLAN_UNKNOWN", "GIFT_CARD_UNKNOWN"].includes(extensions.code),
      ),
    ).toEqual([]);
    const statements = [...recorded];
    if (errors.length === 0 && !withoutRows.has(name)) expect(statements.length).toBeGreaterThan(0);
    for (const { name: statement, text, values } of statements) {
      if (rareStatements.test(statement)) continue;
      const { rows } = await server.pool.query<{ "QUERY PLAN": [{ Plan: Plan }] }>(
        `explain (format json, verbose) ${text}`,
        values,
      );
      const whole = tablesReadWhole(rows[0]!["QUERY PLAN"][0].Plan).filter((table) => large.has(table));
      expect(whole, statement).toEqual([]);
    }
    const ofPage = statements.map((one) => one.name).filter((statement) => !ofNoPage.test(statement));
    const budget = budgets[name] ?? maxStatements;
    expect(ofPage.length > budget ? ofPage : [], `more than ${budget} statements`).toEqual([]);
  });
});
