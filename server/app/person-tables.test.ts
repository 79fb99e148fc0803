import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cardToken, cards, subscribeAs } from "../modules/billing/testing.ts";
import { pruneJob } from "../modules/growth/rtdb/jobs.ts";
import { maintenanceJob } from "../modules/identity/jobs.ts";
import { forgetEventsJob } from "../platform/jobs/maintenance.ts";
import { createClass, createLibrary, library } from "../testing/factories.ts";
import { startTestServer } from "../testing/harness.ts";
import type { TestPerson, TestServer } from "../testing/harness.ts";
import { ffprobe } from "../testing/media-samples.ts";
import { readZip } from "../testing/zip.ts";
import { apart, partsApart, readPersonTables } from "./person-data.ts";

const day = 24 * 60 * 60_000;
let server: TestServer;
let folder: string;
let now = Date.now();
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "eightcount-people-"));
  server = await startTestServer({ clock: { now: () => new Date(now) } });
  await createLibrary(server.pool);
});
afterAll(async () => {
  await server?.stop();
  if (folder) await rm(folder, { recursive: true, force: true });
});

/** Data that must be retained by law, and data that is anonymous; each with its reason. */
const outlives: Readonly<Record<string, string>> = {
  "billing.invoices": "the law wants invoices to be kept",
  "billing.payments": "what was paid belongs to its invoice",
  "billing.intents": "money that may still have to be paid back",
  "billing.credits": "what an invoice was paid with",
  "billing.mrr_accounts": "the hourly job counts it as left, then deletes it",
  "billing.disputes": "what became of a payment",
  "billing.subscription_coupons": "what made an invoice cheaper, and that a coupon was used",
  "billing.test_payments": "the book of the gateway for trying out",
  "billing.test_tokens": "the book of the gateway for trying out",
  "community.like_changes": "goes with its content, or is added up within a minute",
  "identity.staff_acts": "the studio's own book of what its staff did",
};

const columnsNow = async (): Promise<Set<string>> => {
  const { rows } = await server.pool.query<{ path: string }>(
    `select table_schema || '.' || table_name || '.' || column_name as path
     from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where table_type = 'BASE TABLE' and table_schema !~ '^(pg_|information_schema|graphile_worker|public)'
       and not exists (select from pg_inherits where inhrelid = (quote_ident(table_schema) || '.' || quote_ident(table_name))::regclass)`,
  );
  return new Set(rows.map(({ path }) => path));
};
/** Every table that contains one of the texts in any column. */
async function tablesWith(...texts: string[]): Promise<string[]> {
  const { rows: tables } = await server.pool.query<{ name: string }>(
    `select n.nspname || '.' || quote_ident(t.relname) as name from pg_class t join pg_namespace n on n.oid = t.relnamespace
     where t.relkind in ('r', 'p') and not t.relispartition and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await server.pool.query<{ is: boolean }>(
      `select exists (select from ${name} as t where t::text like any ($1)) as is`,
      [texts.map((text) => `%${text}%`)],
    );
    if (rows[0]!.is) found.push(name.replaceAll('"', ""));
  }
  return found.toSorted();
}

describe("tables that refer to people", () => {
  test("are all part of the data export, or have a reason not to be", async () => {
    const columns = await columnsNow();
    for (const path of [...Object.keys(apart), ...Object.keys(partsApart)]) expect(columns).toContain(path);
    const { own } = await readPersonTables(server.ctx().db);
    const known = new Set([
      ...own.map((one) => `${one.schema}.${one.table}.${one.column}`),
      ...Object.keys(apart),
    ]);
    // Columns whose name, in any spelling, suggests a person.
    const looks = [...columns].filter((path) =>
      /\.\w*(person|people|account|author|owner|follower|followed|reporter|user|member|host|actor)_?(id|ids|by)$/i.test(
        path,
      ),
    );
    const elsewhere = new Set([
      // The people whose actions a notification is about.
      "notifications.items.actor_ids",
      // A seat in a room; the room's table refers to its person.
      "practice.room_messages.member_id",
    ]);
    expect(looks.filter((path) => !known.has(path) && !elsewhere.has(path))).toEqual([]);
  });

  test("remove a deleted person, by foreign key or by a reaction", async () => {
    const { own } = await readPersonTables(server.ctx().db);
    const { rows } = await server.pool.query<{ path: string }>(
      `select k.conrelid::regclass::text || '.' || a.attname as path from pg_constraint k
       join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
       where k.contype = 'f' and k.confrelid = 'identity."user"'::regclass and k.confdeltype in ('c', 'n')`,
    );
    const follow = new Set(rows.map(({ path }) => path.replaceAll('"', "")));
    // Reactions to the deletion event: the journey below shows that they work.
    const clearedByReaction = new Set([
      "billing.merged_accounts",
      "billing.merged_customers",
      "billing.provider_customers",
      "growth.aliases",
      "growth.events",
      "growth.milestones",
      "growth.rtdb_leaves",
      "growth.visitors",
      "media.assets",
      "media.revocations",
      "media.streams",
      "practice.rooms",
    ]);
    const left = own
      .filter(({ schema, table, column }) => !follow.has(`${schema}.${table}.${column}`))
      .map(({ schema, table }) => `${schema}.${table}`);
    expect(left.filter((table) => !(table in outlives) && !clearedByReaction.has(table))).toEqual([]);
  });
});

/** Publishes a short video as a person's upload, with the files that the pipeline creates. */
async function publishVideo(personId: string): Promise<string> {
  const [id, version, at] = [randomUUID(), randomUUID(), await mkdtemp(join(folder, "video-"))];
  for (const [track, source] of [
    ["v360", "-f lavfi -i testsrc=s=64x64:r=10:d=2 -c:v libx264 -g 10 -pix_fmt yuv420p"],
    ["sound", "-f lavfi -i sine=d=2 -c:a aac"],
  ] as const) {
    const args = `-v error ${source} -f hls -hls_time 1 -hls_segment_type fmp4 -hls_fmp4_init_filename init.mp4 -hls_segment_filename ${at}/%05d.m4s ${at}/index.m3u8`;
    execFileSync("ffmpeg", args.split(" "), { cwd: at });
    for (const file of await readdir(at)) {
      const key = `assets/${id}/${version}/front/${track}/${file}`;
      await server.ctx().ports.storage.put(key, await readFile(join(at, file)), "video/mp4");
      await rm(join(at, file));
    }
  }
  await server.pool.query(
    `insert into media.assets (id, owner_kind, owner_id, availability, percent, version, duration_ms) values ($1, 'upload', $2, 'available', 100, $3, 2000)`,
    [id, personId, version],
  );
  await server.pool.query(
    `insert into community.content (id, kind, author_id, created_at) values ($1, 'video_upload', $2, now())`,
    [id, personId],
  );
  return id;
}

/** Creates some data of every kind for a person. */
async function liveThrough(me: TestPerson): Promise<{ videoId: string }> {
  const other = await server.member({ username: `d${randomUUID().slice(0, 8)}` });
  const call = async <Data>(operation: string, as = me): Promise<Data> => {
    const { data, errors } = await server.graphql<Data>(operation, {}, { as });
    expect(errors, operation).toEqual([]);
    return data!;
  };
  const [danced, saved] = [
    await createClass(server.pool, { isPlayable: true, durationMs: 60_000 }),
    await createClass(server.pool),
  ];
  await subscribeAs(server, me, { token: await cardToken(server, cards.good), withoutTrial: true });
  await call(`mutation { setUsername(newUsername: "d${randomUUID().slice(0, 8)}") { id } }`);
  await call(`mutation { setUsername(newUsername: "d${randomUUID().slice(0, 8)}") { id } }`);
  await call(`query { studioClass(id: "${danced.id}") { video { playback { hlsUrl } } } }`);
  await call(
    `mutation { recordPractice(classId: "${danced.id}", played: [{ fromMs: 0, toMs: 1000 }], positionMs: 900) { percent } }`,
  );
  await call(`mutation { saveClass(classId: "${saved.id}") { id } }`);
  await call(
    `mutation { saveNote(classId: "${danced.id}", note: { id: "${randomUUID()}", atMs: 10, text: "Left" }) { id } }`,
  );
  await call(`mutation { setMastery(classId: "${danced.id}", partIndex: 1, level: counts) { partIndex } }`);
  await call(`mutation { followCategories(categories: ["${library.categories[0].slug}"]) { slug } }`);
  await call('mutation { setFollow(kind: instructor, slug: "demo-ana", following: true) { id } }');
  await call('mutation { setFollow(kind: style, slug: "house", following: true) { id } }');
  const upcoming = await createClass(server.pool, { publishedAt: null });
  await server.pool.query("update catalog.classes set publish_at = $2 where id = $1", [
    upcoming.id,
    new Date(now + 2 * day),
  ]);
  await call(`mutation { setReleaseAlert(classId: "${upcoming.id}", isOn: true) { id } }`);
  await call('mutation { setDanceEnergyPreference(slug: "high") { id } }');
  await call("mutation { setPlanSettings(minutes: 30) { weekStart } }");
  await call("mutation { openPlanCalendar { url } }");
  await call("mutation { changeChallengeSettings(isListed: true) }");
  await call("mutation { setConsent(advertising: true, analytics: true, place: settings) { analytics } }");
  await call('mutation { changeQuietHours(from: "22:00", to: "07:00") { __typename } }');
  await call(`mutation { setFollowing(userId: "${other.id}", following: true) }`);
  await call(`mutation { setFollowing(userId: "${me.id}", following: true) }`, other);
  const { createPost: post } = await call<{ createPost: { id: string } }>(
    `mutation { createPost(idempotencyKey: "${randomUUID()}", text: "My first eight") { id } }`,
  );
  await call(`mutation { editPost(id: "${post.id}", text: "My second eight") { id } }`);
  const { createPost: theirs } = await call<{ createPost: { id: string } }>(
    `mutation { createPost(idempotencyKey: "${randomUUID()}", text: "Hello") { id } }`,
    other,
  );
  await call(
    `mutation { createComment(idempotencyKey: "${randomUUID()}", postId: "${theirs.id}", text: "Well danced") { id } }`,
  );
  await call(`mutation { setLike(contentType: post, id: "${theirs.id}", liked: true) }`);
  await call(`mutation { setLike(contentType: post, id: "${post.id}", liked: true) }`, other);
  await call(`mutation { report(contentType: post, id: "${theirs.id}", reason: spam) }`);
  await call(`mutation { report(contentType: post, id: "${post.id}", reason: spam) }`, other);
  await call(`mutation { changePrivacy(privacy: { bio: members }) { bio } }`);
  await call(`mutation { changeCommentSettings(watchedWords: ["never"]) { watchedWords } }`);
  await call(`mutation { setMuted(userId: "${other.id}", muted: true) }`);
  const photo = execFileSync(
    "ffmpeg",
    "-v error -f lavfi -i color=c=teal:s=64x64 -frames:v 1 -c:v png -f image2pipe -".split(" "),
  );
  const sent = await server.fetch("/me/photo", {
    method: "POST",
    headers: { "x-auth-token": `Bearer ${await me.token()}`, "content-type": "image/png" },
    body: new Uint8Array(photo),
  });
  expect(sent.status).toBe(200);
  await call(
    `mutation { createFamilyMember(name: "Demo Bo", isChild: true, pin: "4826", idempotencyKey: "${randomUUID()}") { members { id } } }`,
  );
  return { videoId: await publishVideo(me.id) };
}

test("exports every table that refers to a person, and none does after the deletion", async () => {
  const me = await server.member({ name: "Demo Leaver Canary" });
  const { videoId } = await liveThrough(me);
  const { rows: people } = await server.pool.query<{ id: string }>(
    `select id from identity."user" where id = $1 or "accountId" = $1`,
    [me.id],
  );
  const ids = people.map(({ id }) => id);
  expect(ids).toHaveLength(2);
  const { rows } = await server.pool.query<{ email: string }>(
    `select email from identity."user" where id = $1`,
    [me.id],
  );
  const email = rows[0]!.email;

  await server.graphql("mutation { requestDataExport { id } }", {}, { as: me });
  let url: string | null = null;
  await expect
    .poll(async () => {
      const { data } = await server.graphql<{ account: { dataExport: { url: string | null } } }>(
        "{ account { dataExport { url } } }",
        {},
        { as: me },
      );
      return (url = data!.account.dataExport.url);
    })
    .not.toBeNull();
  const files = readZip(Buffer.from(await (await server.fetch(new URL(url!).pathname)).arrayBuffer()));
  const names = [...files.keys()];
  const reasons = new Set(
    Object.keys({ ...apart, ...partsApart }).map((path) => path.slice(0, path.lastIndexOf("."))),
  );
  const copied = new Set(
    names.filter((name) => name.endsWith(".json")).map((name) => name.split(".")[0]!.replace("/", ".")),
  );
  copied.add("identity.user");
  const held = (await tablesWith(...ids)).filter((table) => !table.startsWith("graphile_worker."));
  expect(held.length).toBeGreaterThan(25);
  expect(held.filter((table) => !copied.has(table) && !reasons.has(table))).toEqual([]);
  expect(JSON.parse(files.get("people.json")!.toString())).toHaveLength(2);
  expect(names.filter((name) => name.startsWith("files/photos/"))).toHaveLength(1);
  const invoices = names.filter((name) => name.startsWith("files/invoices/"));
  expect(invoices).toHaveLength(1);
  expect(files.get(invoices[0]!)!.subarray(0, 5).toString()).toBe("%PDF-");
  const video = join(folder, "copy.mp4");
  await writeFile(video, files.get(`files/videos/${videoId}.mp4`)!);
  const { streams } = await ffprobe<{ streams: { codec_type: string }[] }>(video, "-show_streams");
  expect(streams.map(({ codec_type }) => codec_type)).toEqual(["video", "audio"]);
  for (const [name, content] of files)
    if (name.endsWith(".json"))
      expect(content.toString()).not.toMatch(/"\w*(?:token|password|secret|hash)\w*":/i);

  const run = (job: typeof maintenanceJob) =>
    job.run(server.ctx(), {}, { signal: new AbortController().signal, attempt: 1, isLastAttempt: false });
  const { errors } = await server.graphql("mutation { deleteAccount { id } }", {}, { as: me });
  expect(errors).toEqual([]);
  now += 15 * day;
  await run(maintenanceJob);
  const waiting = async () => {
    const found = await server.pool.query<{ count: number }>(
      `select count(*)::int as count from graphile_worker.jobs where attempts < max_attempts and run_at <= now()`,
    );
    return found.rows[0]!.count;
  };
  await expect.poll(waiting).toBe(0);
  now += 31 * day;
  await run(forgetEventsJob);
  await run(pruneJob);
  const left = await tablesWith(...ids, email, "Demo Leaver Canary", videoId);
  expect(left.filter((table) => !(table in outlives))).toEqual([]);
  expect(left).toContain("billing.invoices");
  const stored: string[] = [];
  for await (const { key } of server.ctx().ports.storage.list(""))
    if ([...ids, videoId].some((id) => key.includes(id))) stored.push(key);
  expect(stored).toEqual([]);
});
