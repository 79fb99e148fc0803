import { describe, expect, test } from "vitest";
import { editor, server, startEditing } from "../editing/testing.ts";
import { linkInstructor } from "../index.ts";
import { guessColumns } from "./columns.ts";
import { add, file, fill, itemsOf, send, start } from "./testing.ts";

startEditing();

interface Metadata {
  columns: { name: string; column: string | null }[];
  matched: { line: number; fileName: string; changes: string[] }[];
  unmatched: { line: number; title: string }[];
  faults: { line: number; fault: string; text: string }[];
  changed: number;
  dates: { sample: string; order: string | null; isAmbiguous: boolean } | null;
}
const table = async (id: string, content: string, query = "", as = editor) => {
  const answer = await fetch(`${server.url}/api/studio/video-imports/${id}/metadata?${query}`, {
    method: "POST",
    headers: { "content-type": "text/csv", "x-auth-token": `Bearer ${await as.token()}` },
    body: content,
  });
  return { status: answer.status, body: (await answer.json()) as Metadata };
};

test.each([
  [
    "YouTube Studio",
    "Content,Video title,Video publish time,Duration,Views,Watch time (hours),Subscribers,Impressions",
    { 0: "video_id", 1: "title", 2: "recorded_at" },
  ],
  [
    "Google Takeout",
    "Video ID,Approximate Duration (ms),Video Audio Language,Video Category,Video Description (Original),Video Title (Original),Privacy,Video Create Timestamp",
    { 0: "video_id", 4: "description", 5: "title", 7: "recorded_at" },
  ],
  [
    "Vimeo OTT",
    "Video ID,Video Title,Video Short Description,Video Plan,Video Duration (in Minutes)",
    { 0: "video_id", 1: "title", 2: "description" },
  ],
  [
    "Vimeo",
    "URI,Name,Description,Link,Duration,Created time,Privacy,Tags,Folder",
    { 0: "video_id", 1: "title", 2: "description", 5: "recorded_at", 8: "category" },
  ],
  [
    "a list of Vimeo’s library",
    "Title,URL,Date created,Plays,Folder",
    { 0: "title", 1: "video_id", 2: "recorded_at", 4: "category" },
  ],
])("knows the columns of %s", (_from, header, expected) => {
  const guessed = guessColumns(header.split(","));
  expect(Object.fromEntries(guessed.flatMap((column, at) => (column ? [[at, column]] : [])))).toEqual(
    expected,
  );
});

describe("a table of videos", () => {
  test("finds a video by its address at Vimeo or YouTube", async () => {
    const id = await start();
    await add(id, [file("592018875.mp4"), file("592018876-hd.mp4"), file("Groove [abcdefghijk].mp4")]);
    const csv =
      "Title,URL,Date created\n" +
      "By its address,https://vimeo.com/592018875,2021-08-25T07:05:59+00:00\n" +
      "Private,https://vimeo.com/manage/videos/592018876/79b99d28b9?share=copy,2021-08-25\n" +
      "Of YouTube,https://www.youtube.com/watch?v=abcdefghijk&t=3,2021-08-25\n";
    const { body } = await table(id, csv);
    expect(body.matched.map(({ fileName }) => fileName)).toEqual([
      "592018875.mp4",
      "592018876-hd.mp4",
      "Groove [abcdefghijk].mp4",
    ]);
    expect(body.unmatched).toEqual([]);
  });

  test("takes the id of a video from an address within a showcase or an album, and reads any address", async () => {
    const id = await start();
    await add(id, [file("592018877.mp4"), file("592018878.mp4"), file("7654321.mp4"), file("592018879.mp4")]);
    const csv =
      "Title,URL\n" +
      "In a showcase,https://vimeo.com/showcase/7654321/video/592018877\n" +
      "In an album,https://vimeo.com/album/7654322/videos/592018878\n" +
      "Unlisted,/videos/592018879:79b99d28b9\n" +
      `Deep,https://vimeo.com/${"a/".repeat(40)}\n`;
    const { body } = await table(id, csv);
    expect(body.matched.map(({ fileName }) => fileName)).toEqual([
      "592018877.mp4",
      "592018878.mp4",
      "592018879.mp4",
    ]);
    expect(body.unmatched).toEqual([{ line: 5, title: "Deep" }]);
  });

  const takeout =
    "Video ID,Video Title (Original),Video Description (Original),Video Publish Timestamp,Level\n" +
    'abcdefghijk,Rock the corner,"Four eights,\nand a turn.",2024-02-03T04:05:06+00:00,Advanced\n' +
    "bcdefghijkl,Somewhere else,,2024-02-03,\n" +
    "cdefghijklm,By its id,,not a day,Expert\n" +
    "abcdefghijk,Rock the corner,Again,,\n";

  test("is checked without changing anything, applied once, and again to no effect", async () => {
    const id = await start();
    await add(id, [file("rock-the-corner.mp4"), file("x_cdefghijklm.mp4"), file("Alone.mp4")]);
    const dry = await table(id, takeout);
    expect(dry.status).toBe(200);
    expect(dry.body.columns.map(({ column }) => column)).toEqual([
      "video_id",
      "title",
      "description",
      "recorded_at",
      "level",
    ]);
    expect(dry.body).toMatchObject({
      matched: [
        { line: 2, fileName: "rock-the-corner.mp4", changes: ["description", "level", "recordedAt"] },
        { line: 5, fileName: "x_cdefghijklm.mp4", changes: ["title"] },
      ],
      unmatched: [{ line: 4, title: "Somewhere else" }],
      faults: [
        { line: 5, fault: "unknown_level", text: "Expert" },
        { line: 5, fault: "bad_date", text: "not a day" },
        { line: 6, fault: "duplicate" },
      ],
      changed: 2,
    });
    expect((await itemsOf(id))[0]).toMatchObject({ description: "", level: "beginner" });
    expect((await table(id, takeout, "apply=1")).body.changed).toBe(2);
    expect(await itemsOf(id)).toMatchObject([
      { description: "Four eights,\nand a turn.", level: "advanced" },
      { title: "By its id" },
      { title: "Alone" },
    ]);
    expect((await table(id, takeout, "apply=1")).body.changed).toBe(0);
    expect((await table(id, takeout, "apply=1&replace=1")).body.changed).toBe(0);
  });

  test("replaces what someone typed only where that is chosen", async () => {
    const id = await start();
    await add(id, [file("Typed.mp4"), file("Drafted.mp4")]);
    const [typed, drafted] = await itemsOf(id);
    await fill(id, [typed!.id], { title: "Typed by hand" });
    // An editor changes the draft on its own page.
    const { item } = await send(drafted!.id);
    await server.pool.query("update catalog.classes set title = 'On its page' where slug = $1", [
      item.classId,
    ]);
    const csv = "File name,Title\nTyped.mp4,From the table\nDrafted.mp4,Also from it\n";
    expect((await table(id, csv, "apply=1")).body.changed).toBe(0);
    expect((await table(id, csv, "apply=1&replace=1")).body.changed).toBe(2);
    expect((await itemsOf(id)).map(({ title }) => title)).toEqual(["From the table", "Also from it"]);
  });

  test("changes the other classes where a teacher's class is published", async () => {
    const teacher = await server.member({ role: "teacher" });
    await server.ctx().transact((tx) => linkInstructor(tx, "demo-ana", teacher.id));
    const id = await start({ instructor: "demo-ana" }, teacher);
    const added = await add(id, [file("Out.mp4"), file("Still in.mp4")], teacher);
    const { item } = await send(added[0]!.item!.id, teacher);
    await server.pool.query(
      "update catalog.classes set published_at = now(), duration_ms = 1000 where slug = $1",
      [item.classId],
    );
    const csv = "File name,Level\nOut.mp4,Advanced\nStill in.mp4,Advanced\n";
    const expected = { faults: [{ line: 2, fault: "published", text: "Out.mp4" }], changed: 1 };
    expect((await table(id, csv, "", teacher)).body).toMatchObject(expected);
    expect((await table(id, csv, "apply=1", teacher)).body).toMatchObject(expected);
    expect(await itemsOf(id)).toMatchObject([{ level: "beginner" }, { level: "advanced" }]);
  });

  test("leaves out characters of titles that can't be shown", async () => {
    const id = await start();
    const [added] = await add(id, [file("Odd.mp4")]);
    await send(added!.item!.id);
    await table(id, "File name,Title\nOdd.mp4,\u202eTurned\u0007 round\n", "apply=1");
    expect(await itemsOf(id)).toMatchObject([{ title: "Turned round" }]);
  });

  test("reads dates with dots day first, and those with slashes as the whole table says", async () => {
    const id = await start();
    await add(id, [file("One.mp4", { recordedAt: null }), file("Two.mp4", { recordedAt: null })]);
    const days = async () => {
      const { rows } = await server.pool.query<{ day: string | null }>(
        "select (recorded_at at time zone 'utc')::date::text as day from catalog.video_import_items where import_id = $1 order by file_name",
        [id],
      );
      return rows.map(({ day }) => day);
    };
    const fillDays = async (one: string, two: string, query = "") => {
      const { status, body } = await table(
        id,
        `File name,Date\nOne.mp4,${one}\nTwo.mp4,${two}\n`,
        `apply=1&replace=1&${query}`,
      );
      return { status, dates: body.dates, days: await days() };
    };
    expect(await fillDays("03.04.2024", "4.4.2024 18:30")).toMatchObject({
      dates: null,
      days: ["2024-04-03", "2024-04-04"],
    });
    expect(await fillDays("05/06/2024", "14/06/2024")).toMatchObject({
      dates: { order: "day_first", isAmbiguous: false },
      days: ["2024-06-05", "2024-06-14"],
    });
    expect((await fillDays("07/08/2024", "09/08/2024")).status).toBe(400);
    const { body } = await table(id, "File name,Date\nOne.mp4,07/08/2024\n");
    expect(body).toMatchObject({
      dates: { sample: "07/08/2024", order: null, isAmbiguous: true },
      faults: [],
      changed: 0,
    });
    expect(await fillDays("07/08/2024", "09/08/2024", "dates=month_first")).toMatchObject({
      status: 200,
      days: ["2024-07-08", "2024-09-08"],
    });
  });

  test("is refused as a whole if it can't be read or its columns don't fit", async () => {
    const id = await start();
    expect((await table(id, "")).status).toBe(400);
    expect((await table(id, "A,B\n1,2\n", "columns=title")).status).toBe(400);
    expect((await table(id, "A,B\n1,2\n", "columns=title,title")).status).toBe(400);
  });
});
