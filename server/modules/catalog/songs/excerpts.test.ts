import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createClass, createLibrary } from "../../../testing/factories.ts";
import { startTestServer } from "../../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../../testing/harness.ts";
import { ffmpeg, ffprobe } from "../../../testing/media-samples.ts";
import { excerptStretch } from "./excerpt-stretch.ts";
import { cutDueExcerptsJob, cutExcerptJob } from "./excerpts.ts";

let server: TestServer;
let editor: TestPerson;
let folder: string;
beforeAll(async () => {
  server = await startTestServer({ roles: "api" });
  await createLibrary(server.pool);
  editor = await server.member({ role: "editor" });
  folder = await mkdtemp(join(tmpdir(), "excerpts-"));
});
afterAll(async () => {
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
});

const run = { signal: new AbortController().signal, attempt: 1, isLastAttempt: false };
const call = async <Data>(query: string, variables: object, as: TestPerson = editor) => {
  const { data, errors } = await server.graphql<Data>(query, { ...variables }, { as });
  return { data: data!, error: errors[0] };
};
const songInput = (more: object) => ({
  title: "Heard",
  artist: "Loftwerk",
  rights: "own",
  isExplicit: false,
  offersExcerpt: true,
  ...more,
});
const addSong = async (more: object) =>
  (
    await call<{ createSong: { id: string; slug: string } }>(
      "mutation ($input: SongInput!) { createSong(input: $input) { id slug } }",
      { input: songInput(more) },
    )
  ).data.createSong;
const change = (id: string, more: object) =>
  call("mutation ($id: ID!, $input: SongInput!) { changeSong(id: $id, input: $input) { id } }", {
    id,
    input: songInput(more),
  });
const use = (classId: string, songs: object[]) =>
  call(
    "mutation ($classId: ID!, $songs: [ClassSongInput!]!) { setClassSongs(classId: $classId, songs: $songs) { id } }",
    {
      classId,
      songs,
    },
  );
const excerptOf = async (slug: string) =>
  (
    await call<{ song: { excerptUrl: string | null } }>(
      "query ($slug: String!) { song(slug: $slug) { excerptUrl } }",
      { slug },
    )
  ).data.song.excerptUrl;
const cut = (songId: string) => cutExcerptJob.run(server.ctx(), { songId }, run);

/** Whether the schedule looks at the excerpt of a song, after the jobs for it were lost. */
async function isDue(songId: string): Promise<boolean> {
  await server.pool.query(
    "select graphile_worker.remove_job(key) from graphile_worker.jobs where key like 'song-excerpt-%'",
  );
  await cutDueExcerptsJob.run(server.ctx(), {}, run);
  const { rows } = await server.pool.query("select from graphile_worker.jobs where key = $1", [
    `song-excerpt-${songId}`,
  ]);
  return rows.length === 1;
}

/** A published class of two minutes: talk for 40 seconds, then a tone, in published segments. */
async function createSoundingClass(): Promise<string> {
  const { id } = await createClass(server.pool, { isPlayable: true, durationMs: 120_000 });
  const { rows } = await server.pool.query<{ version: string }>(
    "select version from media.assets where id = $1",
    [id],
  );
  await ffmpeg(
    ..."-f lavfi -i aevalsrc=if(lt(t\\,40)\\,0\\,0.3*sin(2*PI*440*t)):s=48000:d=120 -c:a aac -f hls -hls_time 30".split(
      " ",
    ),
    ..."-hls_playlist_type vod -hls_segment_type fmp4 -hls_fmp4_init_filename init.mp4 -hls_segment_filename".split(
      " ",
    ),
    join(folder, "%04d.m4s"),
    join(folder, "index.m3u8"),
  );
  for (const name of ["init.mp4", "0000.m4s", "0001.m4s", "0002.m4s", "0003.m4s"])
    await server
      .ctx()
      .ports.storage.put(
        `assets/${id}/${rows[0]!.version}/front/sound/${name}`,
        await readFile(join(folder, name)),
        "video/mp4",
      );
  return id;
}

test("lets dancers hear 30 seconds of a song where the studio offers that, and takes them back", async () => {
  const classId = await createSoundingClass();
  const { id, slug } = await addSong({ title: "Heard" });
  await use(classId, [{ songId: id, startMs: 0, endMs: 120_000 }]);
  expect(await excerptOf(slug)).toBeNull();
  await cut(id);
  const url = await excerptOf(slug);
  const heard = await server.fetch(new URL(url!).pathname);
  expect(heard.headers.get("content-type")).toBe("audio/mp4");
  const file = join(folder, "heard.m4a");
  await writeFile(file, Buffer.from(await heard.arrayBuffer()));
  const { format, streams } = await ffprobe<{
    format: { duration: string };
    streams: { codec_name: string }[];
  }>(file, "-show_format", "-show_streams");
  expect(Math.abs(Number(format.duration) - 30)).toBeLessThan(0.2);
  expect(streams.map((stream) => stream.codec_name)).toEqual(["aac"]);

  // What is still right isn't cut again.
  await cut(id);
  expect(await excerptOf(slug)).toBe(url);

  // No one has danced by listening.
  const { rows } = await server.pool.query("select from practice.records");
  expect(rows).toEqual([]);

  await change(id, { title: "Heard", offersExcerpt: false });
  expect(await excerptOf(slug)).toBeNull();
  await cut(id);
  expect((await server.fetch(new URL(url!).pathname)).status).toBe(404);
});

test("offers no excerpt of a song unless its editors say so, and never with unclear rights", async () => {
  const classId = await createSoundingClass();
  const { id, slug } = await addSong({ title: "Silent", rights: "licensed", offersExcerpt: undefined });
  await use(classId, [{ songId: id }]);
  await cut(id);
  expect(await excerptOf(slug)).toBeNull();
  const { error } = await change(id, { title: "Silent", rights: "unclear" });
  expect(error?.extensions).toMatchObject({ code: "BAD_INPUT", field: "offersExcerpt" });
});

test("deletes what a song no longer offers, also if that failed at first", async () => {
  const classId = await createSoundingClass();
  const { id } = await addSong({ title: "Withdrawn" });
  await use(classId, [{ songId: id, startMs: 0, endMs: 120_000 }]);
  await cut(id);
  await change(id, { title: "Withdrawn", offersExcerpt: false });
  expect(await isDue(id)).toBe(true);
  await cut(id);
  expect(await isDue(id)).toBe(false);
});

test("cuts again once the class left the library, and deletes what no class has", async () => {
  const classId = await createSoundingClass();
  const { id, slug } = await addSong({ title: "Gone" });
  await use(classId, [{ songId: id, startMs: 40_000, endMs: 120_000 }]);
  await cut(id);
  expect(await excerptOf(slug)).not.toBeNull();
  expect(await isDue(id)).toBe(false);
  await server.pool.query("update catalog.classes set published_at = null where id = $1", [classId]);
  expect(await isDue(id)).toBe(true);
  await cut(id);
  expect(await excerptOf(slug)).toBeNull();
  expect(await isDue(id)).toBe(false);
});

test("leaves what a client doesn’t send as it is, and offers nothing once the rights are unclear", async () => {
  const { id } = await addSong({ title: "Old tab", isrc: "DEA122600077", durationMs: 200_000 });
  const asBefore = { title: "Old tab, renamed", artist: "Loftwerk", rights: "licensed", isExplicit: false };
  const changed = async (input: object) =>
    (
      await call<{ changeSong: object }>(
        "mutation ($id: ID!, $input: SongInput!) { changeSong(id: $id, input: $input) { isrc durationMs offersExcerpt } }",
        { id, input },
      )
    ).data.changeSong;
  const offered = { isrc: "DEA122600077", durationMs: 200_000, offersExcerpt: true };
  expect(await changed(asBefore)).toEqual(offered);
  expect(await changed({ ...asBefore, durationMs: null })).toEqual({ ...offered, durationMs: null });
  expect(await changed({ ...asBefore, rights: "unclear" })).toMatchObject({ offersExcerpt: false });
});

test("looks only at excerpts that a change of a class’s songs can touch", async () => {
  const { id: classId } = await createClass(server.pool, { durationMs: 120_000 });
  const jobs = async () => {
    const { rows } = await server.pool.query<{ key: string }>(
      "select graphile_worker.remove_job(key), key from graphile_worker.jobs where key like 'song-excerpt-%'",
    );
    return rows.map(({ key }) => key).toSorted();
  };
  const [still, moved, silent] = [
    await addSong({ title: "Kept" }),
    await addSong({ title: "Moved" }),
    await addSong({ title: "Not heard", offersExcerpt: false }),
  ].map(({ id }) => id) as [string, string, string];
  const songs = (end: number) => [
    { songId: still, startMs: 0, endMs: 30_000 },
    { songId: moved, startMs: 30_000, endMs: end },
    { songId: silent, startMs: 90_000, endMs: 120_000 },
  ];
  await jobs();
  await use(classId, songs(60_000));
  expect(await jobs()).toEqual([still, moved].map((id) => `song-excerpt-${id}`).toSorted());
  await use(classId, songs(60_000));
  expect(await jobs()).toEqual([]);
  await use(classId, songs(80_000));
  expect(await jobs()).toEqual([`song-excerpt-${moved}`]);
});

test("takes no sound of an explicit class for a clean song", async () => {
  const classId = await createSoundingClass();
  await server.pool.query("update catalog.classes set is_explicit = true where id = $1", [classId]);
  const { id, slug } = await addSong({ title: "Clean" });
  await use(classId, [{ songId: id }]);
  await cut(id);
  expect(await excerptOf(slug)).toBeNull();
});

test("cuts where only the music sounds: the middle of the longest part at full tempo without talk", () => {
  const song = { startMs: 0, endMs: 600_000 };
  const fullOut = [
    { startMs: 100_000, endMs: 150_000 },
    { startMs: 400_000, endMs: 520_000 },
  ];
  expect(excerptStretch({ song, fullOut, music: null })).toEqual({ startMs: 445_000, endMs: 475_000 });
  const music = [
    { startMs: 90_000, endMs: 160_000 },
    { startMs: 400_000, endMs: 420_000 },
  ];
  expect(excerptStretch({ song, fullOut, music })).toEqual({ startMs: 110_000, endMs: 140_000 });
  expect(excerptStretch({ song, fullOut: [], music })).toEqual({ startMs: 110_000, endMs: 140_000 });
  expect(excerptStretch({ song, fullOut: [], music: null })).toBeNull();
  expect(excerptStretch({ song: { startMs: 0, endMs: 109_000 }, fullOut, music })).toBeNull();
});
