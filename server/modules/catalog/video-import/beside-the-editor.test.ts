import { describe, expect, test } from "vitest";
import {
  call,
  editor,
  ofAngle,
  read as readClass,
  server,
  startEditing,
  startUpload,
} from "../editing/testing.ts";
import { linkInstructor } from "../index.ts";
import { add, file, itemsOf, send, start } from "./testing.ts";

startEditing();

const sendCodes = async (itemId: string) =>
  (await call("mutation ($itemId: ID!) { videoImportSend(itemId: $itemId) { isBegun } }", { itemId })).codes;
const removeItem = async (itemId: string) =>
  (await call("mutation ($itemId: ID!) { videoImportRemove(itemId: $itemId) }", { itemId })).codes;

describe("another view", () => {
  test("is removed alone, and its class stays", async () => {
    const id = await start();
    await add(id, [file("Solo.mp4"), file("Solo-back.mp4")]);
    const [main, back] = await itemsOf(id);
    const { item } = await send(main!.id);
    await send(back!.id);
    expect((await readClass(item.classId!)).sourceVideos).toHaveLength(2);
    expect(await removeItem(back!.id)).toEqual([]);
    expect((await itemsOf(id)).map(({ fileName }) => fileName)).toEqual(["Solo.mp4"]);
    const left = await readClass(item.classId!);
    expect(left.sourceVideos.map(({ angle }) => angle)).toEqual(["front"]);
  });

  test("creates no draft before its front view is uploaded", async () => {
    const id = await start();
    await add(id, [file("Early.mp4"), file("Early-back.mp4")]);
    const [main, back] = await itemsOf(id);
    expect(await sendCodes(back!.id)).toEqual(["BAD_INPUT"]);
    expect(await itemsOf(id)).toMatchObject([{ id: main!.id, classId: null }, { classId: null }]);
  });
});

test("doesn't replace a video that was uploaded in the editor since", async () => {
  const id = await start();
  const [cut, waiting] = [file("Recut.mp4"), file("Recut-back.mp4")];
  await add(id, [cut, waiting]);
  const [main, back] = await itemsOf(id);
  const { classId } = (await send(main!.id)).item;
  const front = (await startUpload(classId!, "front", 5000)).data.startClassSourceVideo.sourceVideoId;
  const other = (await startUpload(classId!, "back", 6000)).data.startClassSourceVideo.sourceVideoId;
  expect(await add(id, [cut])).toMatchObject([{ outcome: "known", item: { state: "replaced" } }]);
  expect(await sendCodes(main!.id)).toEqual(["CHANGED_MEANWHILE"]);
  expect(await sendCodes(back!.id)).toEqual(["CHANGED_MEANWHILE"]);
  expect((await itemsOf(id)).map(({ state }) => state)).toEqual(["replaced", "replaced"]);
  const found = await readClass(classId!);
  expect([ofAngle(found, "front")!.id, ofAngle(found, "back")!.id]).toEqual([front, other]);
});

test("is begun once by two tabs at the same time", async () => {
  const id = await start();
  await add(id, [file("Tabs.mp4")]);
  const [item] = await itemsOf(id);
  const [one, two] = await Promise.all([send(item!.id), send(item!.id)]);
  expect(one.ticket.sourceVideoId).toBe(two.ticket.sourceVideoId);
  const found = await readClass(one.item.classId!);
  expect(ofAngle(found, "front")!.id).toBe(one.ticket.sourceVideoId);
  expect(await itemsOf(id)).toMatchObject([{ state: "sending" }]);
});

test("hides a class from a teacher that an editor gave to someone else", async () => {
  const teacher = await server.member({ role: "teacher" });
  await server.ctx().transact((tx) => linkInstructor(tx, "demo-ana", teacher.id));
  const id = await start({ instructor: "demo-ana" }, teacher);
  const given = file("Given away.mp4");
  const [added] = await add(id, [given], teacher);
  const { item } = await send(added!.item!.id, teacher);
  await server.pool.query(
    `update catalog.classes set title = 'Secret', instructor_id = (select id from catalog.instructors where slug = 'demo-kofi')
     where slug = $1`,
    [item.classId],
  );
  expect(await add(id, [given], teacher)).toMatchObject([
    { outcome: "known", classId: null, item: { classId: null, title: "Given away" } },
  ]);
  expect(await add(id, [given], editor)).toMatchObject([{ classId: item.classId }]);
});

test("takes waiting files of another import behind its own, as classes of their own", async () => {
  const [first, second] = [await start(), await start()];
  const [front, back] = [file("Moved.mp4"), file("Moved-back.mp4")];
  await add(first, [front, back]);
  await add(second, [file("Before.mp4")]);
  await add(second, [back]);
  expect(await itemsOf(second)).toMatchObject([
    { fileName: "Before.mp4" },
    { fileName: "Moved-back.mp4", mainId: null, angle: "front" },
  ]);
  await add(second, [front]);
  const [, view, main] = await itemsOf(second);
  expect(view).toMatchObject({ mainId: main!.id, angle: "back" });
  expect(await itemsOf(first)).toEqual([]);
  // A view that stays behind doesn't belong to a file of another import.
  await add(first, [front]);
  expect(await itemsOf(second)).toMatchObject([{}, { mainId: null, angle: "front" }]);
});

test("keeps the song of a waiting file when songs are merged", async () => {
  const song = async (title: string) =>
    (
      await call<{ createSong: { id: string } }>(
        `mutation ($input: SongInput!) { createSong(input: $input) { id } }`,
        { input: { title, artist: "Loftwerk", rights: "licensed", isExplicit: false } },
      )
    ).data.createSong.id;
  const [double, remaining] = [await song("Cornerstore"), await song("Corner Store (2)")];
  const id = await start();
  await add(id, [file("Merged.mp4")]);
  const [item] = await itemsOf(id);
  await call(
    `mutation ($id: ID!, $itemIds: [ID!]!, $fields: VideoImportFields!) {
       videoImportFill(id: $id, itemIds: $itemIds, fields: $fields) { changed } }`,
    { id, itemIds: [item!.id], fields: { songId: double } },
  );
  const merged = await call(
    "mutation ($from: [ID!]!, $into: ID!) { mergeSongs(from: $from, into: $into) { id } }",
    {
      from: [double],
      into: remaining,
    },
  );
  expect(merged.codes).toEqual([]);
  expect(await itemsOf(id)).toMatchObject([{ songId: remaining }]);
});
