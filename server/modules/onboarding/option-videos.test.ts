import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer } from "../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../testing/harness.ts";

let server: TestServer;
let editor: TestPerson;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "eightcount-films-"));
  server = await startTestServer({ roles: "api" });
  editor = await server.member({ role: "editor" });
});
afterAll(async () => {
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
});

async function makeVideo(name: string, options: string): Promise<Buffer> {
  const path = join(folder, name);
  execFileSync("ffmpeg", ["-v", "error", "-y", ...options.split(" "), path]);
  return readFile(path);
}
const dancing = (size: string, seconds = 1) =>
  `-f lavfi -i testsrc=s=${size}:r=25:d=${seconds} -f lavfi -i sine=d=${seconds}`;
async function send(as: TestPerson, option: string, body: Buffer | null) {
  const response = await server.fetch(`/studio/questions/${option}/film`, {
    method: body ? "POST" : "DELETE",
    body: body && new Uint8Array(body),
    headers: { "x-auth-token": `Bearer ${await as.token()}`, "content-type": "application/octet-stream" },
  });
  const { previewUrl, error } = (await response.json()) as {
    previewUrl?: string | null;
    error?: { code: string; reason?: string };
  };
  return { status: response.status, previewUrl, error };
}
const shown = async (slug: string) => {
  const { data } = await server.graphql<{
    userPreferenceOptions: { type: string; options: { slug: string; previewUrl: string | null }[] }[];
  }>(`{ userPreferenceOptions { type options { slug previewUrl } } }`);
  return data!.userPreferenceOptions
    .find(({ type }) => type === "dance_energy")!
    .options.find((option) => option.slug === slug)!.previewUrl;
};

describe("preview clip of an option", () => {
  test.each([
    ["a portrait MP4", "upright.mp4", `${dancing("90x160")} -shortest -metadata title=Home`],
    ["a WebM", "wide.webm", `${dancing("320x100")} -c:v libvpx -c:a libvorbis -shortest`],
  ])("is re-encoded from %s: small, silent and without metadata", async (_what, name, options) => {
    const { status, previewUrl } = await send(editor, "dance_energy/gentle", await makeVideo(name, options));
    expect(status).toBe(200);
    expect(await shown("gentle")).toBe(previewUrl);
    const response = await server.fetch(new URL(previewUrl!).pathname);
    expect(response.headers.get("content-type")).toBe("video/mp4");
    const path = join(folder, "made.mp4");
    writeFileSync(path, Buffer.from(await response.arrayBuffer()));
    const report = execFileSync("ffprobe", [
      ..."-v error -show_entries stream=codec_type,codec_name,width,height:format_tags=title -of json".split(
        " ",
      ),
      path,
    ]);
    const made = JSON.parse(String(report)) as { streams: object[]; format?: { tags?: object } };
    expect(made.streams).toEqual([{ codec_name: "h264", codec_type: "video", width: 640, height: 360 }]);
    expect(made.format?.tags ?? {}).toEqual({});
  });

  test("is replaced and removed with its old files, and survives concurrent text edits", async () => {
    const first = await send(
      editor,
      "dance_energy/high",
      await makeVideo("a.mp4", `${dancing("160x90")} -shortest`),
    );
    const second = await send(
      editor,
      "dance_energy/high",
      await makeVideo("b.mp4", `-f lavfi -i color=teal:s=160x90:d=1`),
    );
    expect(second.previewUrl).not.toBe(first.previewUrl);
    expect((await server.fetch(new URL(first.previewUrl!).pathname)).status).toBe(404);
    const saved = await server.graphql(
      `mutation { saveQuestionOptions(type: dance_energy, revision: 1, options: [
        { slug: "high", label: "High", isRetired: false }, { slug: "gentle", label: "Gentle", isRetired: false },
        { slug: "steady", label: "Steady", isRetired: false }]) { type } }`,
      {},
      { as: editor },
    );
    expect(saved.errors).toEqual([]);
    expect(await shown("high")).toBe(second.previewUrl);
    expect(await send(editor, "dance_energy/high", null)).toMatchObject({ status: 200, previewUrl: null });
    expect(await shown("high")).toBeNull();
    expect((await server.fetch(new URL(second.previewUrl!).pathname)).status).toBe(404);
    const { rows } = await server.pool.query(
      `select action from identity.staff_acts where subject = 'option:dance_energy.high' order by happened_at`,
    );
    expect(rows.map(({ action }) => action)).toEqual([
      "onboarding.film_changed",
      "onboarding.film_changed",
      "onboarding.film_removed",
    ]);
  });

  test("is rejected with its reason, and the previous clip stays", async () => {
    const before = await send(
      editor,
      "dance_energy/steady",
      await makeVideo("c.mp4", `-f lavfi -i color=navy:s=160x90:d=1`),
    );
    for (const [content, reason] of [
      [Buffer.from("<svg/>"), "not_a_video"],
      [Buffer.alloc(0), "empty_file"],
      [await makeVideo("long.mp4", `-f lavfi -i color=navy:s=64x36:r=5:d=31`), "too_long"],
      [await makeVideo("sound.mp4", `-f lavfi -i sine=d=1`), "no_video"],
      [Buffer.alloc(49 * 1024 * 1024), "file_too_large"],
    ] as const)
      expect(await send(editor, "dance_energy/steady", content)).toMatchObject({
        status: 422,
        error: { code: "FILM_REFUSED", reason },
      });
    expect(await shown("steady")).toBe(before.previewUrl);
  });

  test("is changed by editors only, and for existing options only", async () => {
    const content = await makeVideo("d.mp4", `-f lavfi -i color=navy:s=64x36:d=1`);
    for (const person of [await server.member(), await server.member({ role: "moderator" })])
      expect((await send(person, "dance_energy/steady", content)).status).toBe(404);
    expect(
      (await server.fetch("/studio/questions/dance_energy/steady/film", { method: "DELETE" })).status,
    ).toBe(401);
    for (const option of ["dance_energy/none", "none/steady", "dance_energy/..%2f..%2fsteady"])
      expect((await send(editor, option, content)).status).toBe(404);
  });
});
