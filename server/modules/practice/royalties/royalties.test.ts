import { afterAll, beforeAll, expect, test } from "vitest";
import { createClass, createLibrary, createSong } from "../../../testing/factories.ts";
import { startTestServer } from "../../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../../testing/harness.ts";
import { joinOldDays } from "../figures/store.ts";
import { quartersUntil, readQuarter } from "./quarters.ts";

let server: TestServer;
let finance: TestPerson;
beforeAll(async () => {
  server = await startTestServer({ roles: "api" });
  await createLibrary(server.pool);
  finance = await server.member({ role: "finance" });
});
afterAll(() => server?.stop());

interface Use {
  title: string;
  classes: number;
  plays: number;
  soundedMs: number;
}
interface Report {
  quarter: string;
  firstDay: string;
  lastDay: string;
  isOver: boolean;
  plays: number;
  dancedMs: number;
  soundedMs: number;
  songCount: number;
  withoutIsrcCount: number;
  songs: Use[];
  withoutIsrc: Use[];
}
const report = async (quarter: string) =>
  (
    await server.graphql<{ royaltyReport: Report }>(
      `query ($quarter: String) { royaltyReport(quarter: $quarter) { quarter firstDay lastDay isOver plays dancedMs soundedMs songCount
        withoutIsrcCount songs { title classes plays soundedMs } withoutIsrc { title } } }`,
      { quarter },
      { as: finance },
    )
  ).data!.royaltyReport;
const danced = (day: string, classId: string, plays: number, ms: number) =>
  server.pool.query(
    "insert into practice.class_days (day, class_id, plays, danced_ms) values ($1, $2, $3, $4)",
    [day, classId, plays, ms],
  );
/** Sets the stretches of a class's songs. */
const stretch = (classId: string, songId: string, startMs: number, endMs: number) =>
  server.pool.query(
    "update catalog.class_songs set start_ms = $3, end_ms = $4 where class_id = $1 and song_id = $2",
    [classId, songId, startMs, endMs],
  );

test("divides the time of a class among its songs, and counts each second once", async () => {
  const one = await createClass(server.pool, { durationMs: 100_000 });
  const two = await createClass(server.pool, { durationMs: 60_000 });
  const silent = await createClass(server.pool, { durationMs: 60_000 });
  const intro = await createSong(server.pool, { title: "Intro", isrc: "ZZDEM2600001", classIds: [one.id] });
  const main = await createSong(server.pool, { title: "Main, “live”", classIds: [one.id, two.id] });
  const [left, right] = [
    await createSong(server.pool, { title: "Left", isrc: "ZZDEM2600002", classIds: [one.id] }),
    await createSong(server.pool, { title: "Right", isrc: "ZZDEM2600003", classIds: [one.id] }),
  ];
  expect(left.id).not.toBe(right.id);
  await server.pool.query(
    "update catalog.songs set writers = 'Ada Line, Bo Rest', iswc = 'T0345246801' where id = $1",
    [main.id],
  );
  await stretch(one.id, intro.id, 0, 20_000);
  await stretch(one.id, main.id, 20_000, 70_000);
  // 30 s are left for two songs without times.
  await danced("2025-04-01", one.id, 2, 300_000);
  await danced("2025-06-30", one.id, 1, 100_000);
  await danced("2025-06-30", two.id, 4, 50_000);
  await danced("2025-06-30", silent.id, 1, 60_000);
  await danced("2025-03-31", one.id, 7, 700_000);
  await danced("2025-07-01", one.id, 7, 700_000);
  const found = await report("2025-Q2");
  expect(found).toMatchObject({
    quarter: "2025-Q2",
    firstDay: "2025-04-01",
    lastDay: "2025-06-30",
    isOver: true,
    plays: 8,
    dancedMs: 510_000,
    soundedMs: 450_000,
    songCount: 4,
    withoutIsrcCount: 1,
    withoutIsrc: [{ title: "Main, “live”" }],
  });
  const byTitle = Object.fromEntries(found.songs.map((use) => [use.title, use]));
  expect(byTitle).toMatchObject({
    Intro: { classes: 1, plays: 3, soundedMs: 80_000 },
    "Main, “live”": { classes: 2, plays: 7, soundedMs: 250_000 },
    Left: { plays: 3, soundedMs: 60_000 },
    Right: { plays: 3, soundedMs: 60_000 },
  });
  // Months replace old days: the quarter stays the same.
  await joinOldDays(server.ctx().db, "2026-01-01");
  expect(await report("2025-Q2")).toEqual(found);

  const csv = await server.fetch("/api/studio/royalties.csv?quarter=2025-Q2", {
    headers: { "x-auth-token": `Bearer ${await finance.token()}` },
  });
  const lines = (await csv.text()).split("\r\n");
  expect(lines[0]).toBe(
    "isrc,work_title,performer,label,rights,performances,total_seconds,classes,territory,period_start,period_end,writers,iswc",
  );
  expect(lines[1]).toBe(
    `,"Main, “live”",The Demo Section,,licensed,7,250,2,,2025-04-01,2025-06-30,"Ada Line, Bo Rest",T0345246801`,
  );
  expect(lines).toHaveLength(6);
});

test("counts a song that comes twice in a class as one performance", async () => {
  const { id } = await createClass(server.pool, { durationMs: 100_000 });
  const song = await createSong(server.pool, { title: "Chorus", classIds: [id] });
  await stretch(id, song.id, 0, 10_000);
  await server.pool.query(
    "insert into catalog.class_songs (class_id, place, song_id, start_ms, end_ms) values ($1, 2, $2, 90000, 100000)",
    [id, song.id],
  );
  await danced("2024-01-15", id, 5, 200_000);
  expect((await report("2024-Q1")).songs).toEqual([
    { title: "Chorus", classes: 1, plays: 5, soundedMs: 40_000 },
  ]);
});

test("is for editors and finance, and for quarters that have begun", async () => {
  const ask = async (role: "editor" | "support" | "member", quarter: string | null) =>
    (
      await server.graphql(
        "query ($quarter: String) { royaltyReport(quarter: $quarter) { quarter } }",
        { quarter },
        { as: await server.member(role === "member" ? {} : { role }) },
      )
    ).errors[0]?.extensions.code;
  expect(await ask("editor", null)).toBeUndefined();
  expect(await ask("support", null)).toBe("NOT_FOUND");
  expect(await ask("member", null)).toBe("NOT_FOUND");
  for (const quarter of ["2999-Q1", "2025-Q5", "1", "0000-Q1"])
    expect(await ask("editor", quarter)).toBe("BAD_INPUT");
});

test("knows quarters by their days", () => {
  expect(quartersUntil("2026-02-28", 3).map(({ name }) => name)).toEqual(["2026-Q1", "2025-Q4", "2025-Q3"]);
  expect(readQuarter("2024-Q1", "2026-01-01")).toEqual({
    name: "2024-Q1",
    firstDay: "2024-01-01",
    lastDay: "2024-03-31",
    nextDay: "2024-04-01",
  });
});
