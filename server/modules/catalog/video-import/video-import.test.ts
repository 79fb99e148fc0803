import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { makeSample } from "../../../testing/media-samples.ts";
import { create, offsetOf, patch } from "../../../testing/tus.ts";
import { linkInstructor } from "../index.ts";
import { call, editor, folder, read as readClass, server, startEditing } from "../editing/testing.ts";
import { forgetUnusedItems } from "./imports.ts";
import { add, file, fill, itemSelection, itemsOf, send, start } from "./testing.ts";
import type { Item } from "./testing.ts";

startEditing();

describe("files of a folder", () => {
  test("become classes by their names, folders, and the files beside them", async () => {
    const id = await start();
    const added = await add(id, [
      file("01 - rock_the_corner.mp4", {
        folder: "House/Grooves/demo-ana",
        recordedAt: "2025-03-01T10:00:00Z",
      }),
      file("Two step [dQw4w9WgXcQ].mp4", {
        title: "The two-step, explained",
        description: "From the sidecar",
        song: { title: "Night Kitchen", artist: "Loftwerk", isrc: "DE-A12-26-00077" },
      }),
    ]);
    expect(added.map(({ outcome }) => outcome)).toEqual(["added", "added"]);
    expect(await itemsOf(id)).toMatchObject([
      {
        title: "Rock the corner",
        style: "house",
        categories: ["grooves"],
        instructor: "demo-ana",
        recordedAt: "2025-03-01T10:00:00.000Z",
        state: "waiting",
        classId: null,
      },
      {
        title: "The two-step, explained",
        description: "From the sidecar",
        instructor: "demo-kofi",
        proposedSong: { title: "Night Kitchen", artist: "Loftwerk", isrc: "DEA122600077" },
      },
    ]);
  });

  test("that end with an angle are proposed as views of the same class, whatever comes first", async () => {
    const id = await start();
    const back = file("Groove-back.mp4");
    await add(id, [back]);
    await add(id, [file("Groove.mp4"), file("Groove_feet.mp4", { folder: "Elsewhere" })]);
    const [view, main, other] = await itemsOf(id);
    expect(view).toMatchObject({ mainId: main!.id, angle: "back" });
    expect(other).toMatchObject({ mainId: null, angle: "front" });
    const separate = await call<{ videoImportSetView: Item }>(
      `mutation ($itemId: ID!) { videoImportSetView(itemId: $itemId, angle: front) ${itemSelection} }`,
      { itemId: view!.id },
    );
    expect(separate.data.videoImportSetView).toMatchObject({ mainId: null, angle: "front" });
    // Choosing the same folder again doesn't undo that.
    await add(id, [back]);
    expect((await itemsOf(id))[0]).toMatchObject({ mainId: null });
  });

  test("are added whatever their names and texts are", async () => {
    const id = await start();
    const odd = {
      title: "\u202eturned \u200eround\n",
      description: "\u202e".repeat(3000),
      videoId: "🔥".repeat(30),
    };
    const song = { title: "Night\nKitchen\u200f", artist: "\u202dLoftwerk" };
    const added = await add(id, [
      file("../../etc/\u200fשיעור.mp4", { folder: `../\u202e${"🔥".repeat(600)}` }),
      file(`a${"🔥".repeat(62)}.mp4`, { ...odd, song }),
    ]);
    expect(added).toMatchObject([
      { outcome: "added", item: { fileName: "../../etc/שיעור.mp4" } },
      {
        outcome: "added",
        item: { title: "turned round", proposedSong: { title: "Night Kitchen", artist: "Loftwerk" } },
      },
    ]);
    const ids = added.map(({ item }) => item!.id);
    expect(await fill(id, ids, { usesProposedSong: true })).toMatchObject({ changed: 1 });
    for (const itemId of ids) expect((await send(itemId)).item.classId).toBeTruthy();
  });

  test("change nothing the second time, in the same import or another", async () => {
    const [first, second] = [await start(), await start()];
    const one = file("Once.mp4");
    await add(first, [one]);
    expect(await add(first, [one, { ...one, fileName: "Renamed.mp4" }])).toMatchObject([
      { outcome: "known", item: { fileName: "Once.mp4" } },
      { outcome: "known" },
    ]);
    expect(await itemsOf(first)).toHaveLength(1);
    const { item } = await send((await itemsOf(first))[0]!.id);
    expect(await add(second, [one])).toMatchObject([{ outcome: "known", classId: item.classId }]);
    expect(await itemsOf(second)).toEqual([]);
    // A file that an editor uploaded by hand has no fingerprint.
    await server.pool.query(
      `insert into catalog.class_films (class_id, angle, film_id, file_name, size_bytes)
       select id, 'feet', gen_random_uuid(), 'By hand.mp4', 4242 from catalog.classes where slug = $1`,
      [item.classId],
    );
    expect(await add(second, [file("By hand.mp4", { sizeInBytes: 4242 })])).toMatchObject([
      { outcome: "known", item: null, classId: item.classId },
    ]);
  });

  test("are refused one by one if they are too large, and together beyond 500", async () => {
    const id = await start();
    const added = await add(id, [file("Huge.mp4", { sizeInBytes: 65 * 1024 ** 3 }), file("Small.mp4")]);
    expect(added.map(({ outcome }) => outcome)).toEqual(["too_large", "added"]);
    for (let at = 0; at < 4; at += 1)
      await add(
        id,
        Array.from({ length: 100 }, (_, number) => file(`${at}-${number}.mp4`)),
      );
    const { codes } = await call(
      `mutation ($id: ID!, $files: [VideoImportFileInput!]!) { videoImportAddFiles(id: $id, files: $files) { outcome } }`,
      { id, files: Array.from({ length: 100 }, (_, number) => file(`more-${number}.mp4`)) },
    );
    expect(codes).toEqual(["BAD_INPUT"]);
    expect(await itemsOf(id)).toHaveLength(401);
  });
});

describe("the table of an import", () => {
  test("fills many files at once, and their drafts once they have one", async () => {
    const id = await start();
    await add(id, [file("Alpha.mp4"), file("Beta.mp4"), file("Beta-back.mp4")]);
    const [alpha, beta, back] = await itemsOf(id);
    const { item } = await send(alpha!.id);
    const ids = [alpha!.id, beta!.id, back!.id];
    const fields = { level: "advanced", categories: ["grooves"] };
    expect(await fill(id, ids, fields)).toEqual({
      changed: 2,
      unchanged: 0,
      refused: [{ reason: "view" }],
    });
    expect(await fill(id, ids, fields)).toMatchObject({ changed: 0, unchanged: 2 });
    expect(await itemsOf(id)).toMatchObject([{ level: "advanced" }, { level: "advanced" }, {}]);
    const edited = await readClass(item.classId!);
    expect(edited).toMatchObject({ title: "Alpha", categories: ["grooves"], publishedAt: null });
    expect(await fill(id, ids, { title: "Both" })).toBe("BAD_INPUT");
    expect(await fill(id, [beta!.id], { instructor: "unknown-instructor" })).toBe("BAD_INPUT");
    expect(await fill(id, [randomUUID()], { level: "beginner" })).toMatchObject({
      refused: [{ reason: "deleted" }],
    });
  });

  test("adds the songs that files name once, and gives them to their classes", async () => {
    const id = await start();
    const song = { title: "Corner Store", artist: "Loftwerk" };
    await add(id, [file("S1.mp4", { song }), file("S2.mp4", { song }), file("S3.mp4")]);
    const items = await itemsOf(id);
    await send(items[0]!.id);
    const ids = items.map((one) => one.id);
    expect(await fill(id, ids, { usesProposedSong: true })).toEqual({
      changed: 2,
      unchanged: 0,
      refused: [{ reason: "no_song" }],
    });
    const [first, second] = await itemsOf(id);
    expect(first!.songId).toBeTruthy();
    expect(second!.songId).toBe(first!.songId);
  });

  test("is a teacher's own, with their own classes", async () => {
    const teacher = await server.member({ role: "teacher" });
    await server.ctx().transact((tx) => linkInstructor(tx, "demo-ana", teacher.id));
    const foreign = await start();
    const mine = await start({ instructor: "demo-ana" }, teacher);
    const listed = await call<{ videoImports: { id: string }[] }>("{ videoImports { id } }", {}, teacher);
    expect(listed.data.videoImports.map(({ id }) => id)).toEqual([mine]);
    expect(
      (await call("query ($id: ID!) { videoImport(id: $id) { id } }", { id: foreign }, teacher)).codes,
    ).toEqual(["NOT_FOUND"]);
    // Their folders can't name another instructor.
    const [added] = await add(mine, [file("Mine.mp4", { folder: "demo-kofi" })], teacher);
    expect(added!.item!.instructor).toBe("demo-ana");
    expect((await send(added!.item!.id, teacher)).item.classId).toBeTruthy();
  });
});

describe("the upload of a file", () => {
  test("creates one draft, resumes, and takes what the container says", async () => {
    const path = await makeSample(folder, "tagged.mp4", {
      seconds: 2,
      options: [
        "-metadata",
        "title=Night Kitchen",
        "-metadata",
        "artist=Loftwerk",
        "-metadata",
        "comment=Filmed at the loft",
        "-metadata",
        "creation_time=2024-05-06T07:08:09Z",
      ],
    });
    const content = await readFile(path);
    const id = await start();
    await add(id, [file("tagged.mp4", { sizeInBytes: content.length })]);
    const [item] = await itemsOf(id);
    const begun = await send(item!.id);
    const url = (await create(begun.ticket, editor, content.length)).headers.get("location")!;
    const half = Math.floor(content.length / 2);
    await patch(url, editor, 0, content.subarray(0, half));
    // After a reload.
    const again = await send(item!.id);
    expect(again).toMatchObject({ isBegun: true, ticket: { sourceVideoId: begun.ticket.sourceVideoId } });
    expect(again.item.classId).toBe(begun.item.classId);
    expect(await offsetOf(url, editor)).toBe(half);
    // Another editor can't continue someone's upload: theirs starts over.
    const other = await server.member({ role: "editor" });
    const theirs = await send(item!.id, other);
    expect(theirs.isBegun).toBe(false);
    const target = (await create(theirs.ticket, other, content.length)).headers.get("location")!;
    await patch(target, other, 0, content);
    await expect.poll(async () => (await itemsOf(id))[0]!.state, { timeout: 60_000 }).toBe("ready");
    expect(await itemsOf(id)).toMatchObject([
      {
        title: "Tagged",
        state: "ready",
        description: "Filmed at the loft",
        recordedAt: "2024-05-06T07:08:09.000Z",
        proposedSong: { title: "Night Kitchen", artist: "Loftwerk" },
      },
    ]);
    const codes = await call("mutation ($itemId: ID!) { videoImportSend(itemId: $itemId) { isBegun } }", {
      itemId: item!.id,
    });
    expect(codes.codes).toEqual(["CHANGED_MEANWHILE"]);
  });

  test("says why a file isn't a video, and starts again", async () => {
    const id = await start();
    const content = new TextEncoder().encode("This is not a video at all.");
    await add(id, [file("text.mp4", { sizeInBytes: content.length })]);
    const [item] = await itemsOf(id);
    const { ticket } = await send(item!.id);
    const url = (await create(ticket, editor, content.length)).headers.get("location")!;
    await patch(url, editor, 0, content);
    await expect
      .poll(async () => (await itemsOf(id))[0]!.errorReason, { timeout: 60_000 })
      .toBe("not_a_video");
    expect((await itemsOf(id))[0]!.state).toBe("refused");
    expect((await send(item!.id)).isBegun).toBe(false);
  });

  test("ends with its draft when the file is taken off the import", async () => {
    const id = await start();
    await add(id, [file("Off1.mp4"), file("Off2.mp4")]);
    const [first, second] = await itemsOf(id);
    await send(first!.id);
    const remove = "mutation ($itemId: ID!) { videoImportRemove(itemId: $itemId) }";
    expect((await call(remove, { itemId: first!.id })).codes).toEqual([]);
    expect((await call(remove, { itemId: second!.id })).codes).toEqual([]);
    expect(await itemsOf(id)).toEqual([]);
  });
});

test("forgets files that never became a class after 30 days, and keeps the others", async () => {
  const id = await start();
  await add(id, [file("Kept.mp4"), file("Forgotten.mp4")]);
  const empty = await start();
  await send((await itemsOf(id))[0]!.id);
  await server.pool.query("update catalog.video_import_items set added_at = now() - interval '31 days'");
  await server.pool.query("update catalog.video_imports set created_at = now() - interval '31 days'");
  await forgetUnusedItems(server.ctx());
  expect((await itemsOf(id)).map(({ fileName }) => fileName)).toEqual(["Kept.mp4"]);
  expect((await call("query ($id: ID!) { videoImport(id: $id) { id } }", { id: empty })).codes).toEqual([
    "NOT_FOUND",
  ]);
});
