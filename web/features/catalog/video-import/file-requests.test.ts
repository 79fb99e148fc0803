import { expect, test } from "vitest";
import { readVideo, requestsOf } from "./file-requests.ts";
import { sortFiles } from "./local-files.ts";

const at = (path: string, content: string) => ({ file: new File([content], path.split("/").at(-1)!), path });
const readAll = async (chosen: ReturnType<typeof at>[]) =>
  (await Promise.all(sortFiles(chosen).videos.map(readVideo))).filter((file) => file !== null);

test("sends long texts beside many videos in requests that the server takes", async () => {
  const chosen = Array.from({ length: 30 }, (_, number) => [
    at(`Shoot/${number}.mp4`, String(number)),
    at(`Shoot/${number}.description`, "語".repeat(5000)),
  ]);
  const requests = requestsOf(await readAll(chosen.flat()));
  const bytes = requests.map((files) => new TextEncoder().encode(JSON.stringify(files)).length);
  expect(Math.max(...bytes)).toBeLessThan(90 * 1024);
  expect(requests.flat().map(({ fileName }) => fileName)).toEqual(
    Array.from({ length: 30 }, (_, number) => `${number}.mp4`),
  );
});

test("sends names without characters that no text may have", async () => {
  const [file] = await readAll([at("Shoot/a\u0007b.mp4", "x")]);
  expect(file).toMatchObject({ fileName: "ab.mp4", folder: "Shoot" });
});
