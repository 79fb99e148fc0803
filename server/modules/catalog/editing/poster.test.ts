import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ffmpeg, makeSample } from "../../../testing/media-samples.ts";
import { forgetReplaced } from "../index.ts";
import { listAssets } from "../../media/store.ts";
import {
  call,
  draft,
  editor,
  folder,
  read,
  selection,
  send,
  server,
  startEditing,
  waitUntil,
} from "./testing.ts";
import type { Edited } from "./testing.ts";

startEditing();

interface Poster {
  imageUrl: string | null;
  isChosen: boolean;
  isOwn: boolean;
  x: number;
  y: number;
}
const posterOf = async (classId: string) =>
  (
    await call<{ editedClass: { poster: Poster } }>(
      "query ($classId: ID!) { editedClass(classId: $classId) { poster { imageUrl isChosen isOwn x y } } }",
      { classId },
    )
  ).data.editedClass.poster;
const formerOf = async (classId: string) =>
  (
    await call<{ editedClass: { formerPosters: { id: string; imageUrl: string }[] } }>(
      "query ($classId: ID!) { editedClass(classId: $classId) { formerPosters { id imageUrl } } }",
      { classId },
    )
  ).data.editedClass.formerPosters;
const proposals = async (classId: string) =>
  (
    await call<{ posterProposals: { atMs: number; imageUrl: string }[] }>(
      "query ($classId: ID!) { posterProposals(classId: $classId) { atMs imageUrl } }",
      { classId },
    )
  ).data.posterProposals;
const choose = (classId: string, given: { atMs: number | null; x: number; y: number }) =>
  call<{ setClassPoster: Edited }>(
    `mutation ($classId: ID!, $atMs: Int, $x: Int!, $y: Int!) {
      setClassPoster(classId: $classId, atMs: $atMs, x: $x, y: $y) ${selection} }`,
    { classId, ...given },
  );
const upload = async (classId: string, content: Uint8Array) =>
  (
    await server.fetch(`/studio/classes/${classId}/poster`, {
      method: "POST",
      headers: { "x-auth-token": `Bearer ${await editor.token()}`, "content-type": "image/png" },
      body: content,
    })
  ).status;

test("makes stills of a short video once, and deletes them with the version", async () => {
  const made = await draft({ title: "Short" });
  await send(made.id, "front", await readFile(await makeSample(folder, "short.mp4", { seconds: 4 })));
  await waitUntil(made.id, ({ isAvailable }) => isAvailable);
  const [stills = [], same] = await Promise.all([proposals(made.id), proposals(made.id)]);
  expect(stills.length).toBeGreaterThan(0);
  expect(stills.length).toBeLessThan(6);
  expect(same).toEqual(stills);
  // Without its files, they can't be made again.
  const { storage } = server.ctx().ports;
  await storage.deletePrefix(`assets/${made.id}/`);
  expect(await proposals(made.id)).toEqual(stills);

  const version = async () => (await listAssets(server.ctx().db, [made.id]))[0]!.version;
  const before = await version();
  await send(made.id, "front", await readFile(await makeSample(folder, "shorter.mp4", { seconds: 1 })));
  await expect.poll(version, { timeout: 120_000 }).not.toBe(before);
  await server.pool.query(
    "update graphile_worker._private_jobs set run_at = now() where payload ->> 'prefix' like $1",
    [`%/${made.id}/${before}/`],
  );
  const stored = async () => {
    const keys: string[] = [];
    for await (const { key } of storage.list(`pictures/posters/${made.id}/`)) keys.push(key);
    return keys;
  };
  await expect.poll(stored, { timeout: 120_000 }).toEqual([]);
});

test("proposes stills of the video, and takes one or an own image, cropped where the editor says", async () => {
  const made = await draft({ title: "Pictured" });
  expect(await proposals(made.id)).toEqual([]);
  await send(
    made.id,
    "front",
    await readFile(await makeSample(folder, "front.mp4", { rate: "10", seconds: 24 })),
  );
  await waitUntil(made.id, ({ isAvailable }) => isAvailable);
  const first = (await read(made.id)).thumbnailImageUrl;

  const stills = await proposals(made.id);
  expect(stills.length).toBeGreaterThanOrEqual(4);
  expect(stills.length).toBeLessThanOrEqual(6);
  expect(stills.map(({ atMs }) => atMs)).toEqual(stills.map(({ atMs }) => atMs).toSorted((a, b) => a - b));
  for (const { imageUrl } of stills)
    expect((await fetch(imageUrl)).headers.get("content-type")).toBe("image/jpeg");
  expect(await proposals(made.id)).toEqual(stills);

  const { atMs } = stills.at(-1)!;
  const chosen = (await choose(made.id, { atMs, x: 50, y: 50 })).data.setClassPoster;
  expect(chosen.thumbnailImageUrl).not.toBe(first);
  expect((await fetch(chosen.thumbnailImageUrl!)).status).toBe(200);
  expect(await posterOf(made.id)).toMatchObject({ isChosen: true, x: 50, y: 50 });
  expect((await choose(made.id, { atMs: atMs + 1, x: 50, y: 50 })).codes).toEqual(["NOT_FOUND"]);
  expect((await choose(made.id, { atMs, x: 101, y: 50 })).codes).toEqual(["BAD_INPUT"]);

  // Upright: red above, blue below.
  const own = join(folder, "own.png");
  await ffmpeg(
    ..."-f lavfi -i color=red:s=90x160 -f lavfi -i color=blue:s=90x160 -filter_complex vstack -frames:v 1".split(
      " ",
    ),
    own,
  );
  expect(await upload(made.id, await readFile(own))).toBe(204);
  const blueOf = async (url: string) => {
    const [from, to] = [join(folder, "crop.webp"), join(folder, "crop.rgb")];
    await writeFile(from, Buffer.from(await (await fetch(url)).arrayBuffer()));
    await ffmpeg(
      ..."-y -i".split(" "),
      from,
      ..."-vf scale=1:1:flags=area -pix_fmt rgb24 -f rawvideo".split(" "),
      to,
    );
    return (await readFile(to))[2]!;
  };
  const top = (await choose(made.id, { atMs: null, x: 50, y: 0 })).data.setClassPoster.thumbnailImageUrl!;
  const bottom = (await choose(made.id, { atMs: null, x: 50, y: 100 })).data.setClassPoster
    .thumbnailImageUrl!;
  expect(await blueOf(top)).toBeLessThan(60);
  expect(await blueOf(bottom)).toBeGreaterThan(180);
  expect(await posterOf(made.id)).toMatchObject({ isChosen: true, x: 50, y: 100 });

  // Narrow crops keep a place of their own, until the class gets another image.
  const portrait = (x: number | null, y: number | null) =>
    call<{ setClassPortrait: Edited & { poster: { portrait: object | null } } }>(
      `mutation ($classId: ID!, $x: Int, $y: Int) { setClassPortrait(classId: $classId, x: $x, y: $y) {
        thumbnailImageUrl poster { portrait { x y } } } }`,
      { classId: made.id, x, y },
    );
  expect((await portrait(101, 0)).codes).toEqual(["BAD_INPUT"]);
  const { thumbnailImageUrl, poster } = (await portrait(20, 100)).data.setClassPortrait;
  expect(poster.portrait).toEqual({ x: 20, y: 100 });
  expect(await blueOf(thumbnailImageUrl!.replace("-1280", "-portrait"))).toBeGreaterThan(120);
  await portrait(20, 0);
  const upper = (await read(made.id)).thumbnailImageUrl!;
  expect(await blueOf(upper.replace("-1280", "-portrait"))).toBeLessThan(120);
  expect(await blueOf(upper)).toBeGreaterThan(180);
  await server.pool.query("update catalog.classes set published_at = now() where id = $1", [made.id]);
  const seen = await call<{ studioClass: { imageFocus: string | null } }>(
    "query ($id: ID!) { studioClass(id: $id) { imageFocus } }",
    { id: made.id },
  );
  expect(seen.data.studioClass.imageFocus).toBe("20%");
  expect((await portrait(null, null)).data.setClassPortrait.poster.portrait).toBeNull();

  expect(await upload(made.id, Buffer.from("no image"))).toBe(422);
  await call("mutation ($id: ID!) { resetClassPoster(classId: $id) { id } }", { id: made.id });
  expect((await read(made.id)).thumbnailImageUrl).toBe(first);

  // Each image that was replaced is kept once, with its crops.
  const [former, ...earlier] = await formerOf(made.id);
  expect([former, ...earlier].length).toBe(2);
  const restored = await call<{ restoreClassPoster: Edited }>(
    `mutation ($classId: ID!, $formerId: ID!) {
      restoreClassPoster(classId: $classId, formerId: $formerId) ${selection} }`,
    { classId: made.id, formerId: former!.id },
  );
  expect(await blueOf(restored.data.restoreClassPoster.thumbnailImageUrl!)).toBeGreaterThan(180);
  expect(await posterOf(made.id)).toMatchObject({ isChosen: true, isOwn: true, x: 50, y: 100 });
  expect(await formerOf(made.id)).toEqual(earlier);
  await choose(made.id, { atMs, x: 50, y: 50 });
  expect((await formerOf(made.id)).map(({ imageUrl }) => imageUrl)).toEqual(
    [former, ...earlier].map((one) => one!.imageUrl),
  );
  const monthLater = { ...server.ctx(), clock: { now: () => new Date(Date.now() + 31 * 86_400_000) } };
  await forgetReplaced(monthLater);
  expect(await formerOf(made.id)).toEqual([]);
});
