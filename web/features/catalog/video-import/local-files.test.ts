import { expect, test } from "vitest";
import { fingerprintOf, readSidecar, sortFiles } from "./local-files.ts";

const at = (path: string, content = "x") => ({ file: new File([content], path.split("/").at(-1)!), path });

test("gives each video the files beside it, and tells tables and others apart", () => {
  const { videos, tables, unusedCount, folderName } = sortFiles([
    at("Shoot/House/Rock.mp4"),
    at("Shoot/House/Rock.de.srt"),
    at("Shoot/House/Rock.vtt"),
    at("Shoot/House/rock.JPG"),
    at("Shoot/House/Rock.info.json"),
    at("Shoot/Funk/Rock.mov"),
    at("Shoot/videos.csv"),
    at("Shoot/notes.docx"),
    at("Shoot/.DS_Store"),
  ]);
  expect(folderName).toBe("Shoot");
  expect(
    videos.map(({ file, folder, captions, image, texts }) => ({
      name: file.name,
      folder,
      captions: captions.map(({ language }) => language),
      image: image?.name ?? null,
      texts: texts.length,
    })),
  ).toEqual([
    { name: "Rock.mp4", folder: "Shoot/House", captions: ["de", null], image: "rock.JPG", texts: 1 },
    { name: "Rock.mov", folder: "Shoot/Funk", captions: [], image: null, texts: 0 },
  ]);
  expect(tables.map(({ name }) => name)).toEqual(["videos.csv"]);
  expect(unusedCount).toBe(1);
});

test("has no folder for single files", () => {
  expect(sortFiles([at("Rock.mp4"), at("Rock.srt")])).toMatchObject({
    folderName: null,
    videos: [{ folder: "", captions: [{ language: null }] }],
  });
});

test("tells files apart by size, beginning and end", async () => {
  const prints = await Promise.all(
    ["same", "same", "other", "same "].map((text) => fingerprintOf(new File([text], "a.mp4"))),
  );
  expect(prints[0]).toMatch(/^[0-9a-f]{64}$/);
  expect(prints[1]).toBe(prints[0]);
  expect(new Set(prints).size).toBe(3);
});

test("reads what yt-dlp wrote, and a text as the description", async () => {
  const info = { id: "dQw4w9WgXcQ", title: "Rock", upload_date: "20250301", track: "Night", artist: "Loft" };
  const texts = [new File([JSON.stringify(info)], "a.info.json"), new File(["Four eights."], "a.txt")];
  expect(await readSidecar({ texts })).toEqual({
    title: "Rock",
    description: "Four eights.",
    videoId: "dQw4w9WgXcQ",
    recordedAt: "2025-03-01T00:00:00.000Z",
    song: { title: "Night", artist: "Loft", isrc: null },
  });
  expect(await readSidecar({ texts: [new File(["{"], "a.json")] })).toMatchObject({ title: null });
});

test("reads texts of other encodings, and only what a class can have", async () => {
  const utf16 = new Uint8Array([
    0xff,
    0xfe,
    ...[..."Four"].flatMap((character) => [character.codePointAt(0)!, 0]),
  ]);
  expect(await readSidecar({ texts: [new File([utf16], "a.txt")] })).toMatchObject({ description: "Four" });
  const odd = { title: "Rock\ud83d\u0007", upload_date: "20251399", description: "é".repeat(9000) };
  expect(await readSidecar({ texts: [new File([JSON.stringify(odd)], "a.json")] })).toMatchObject({
    title: "Rock",
    recordedAt: null,
    description: "é".repeat(2000),
  });
});
