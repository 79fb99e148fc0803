import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, speakTo } from "../testing/harness.ts";
import { startProgram, urlOfDatabase } from "../testing/program.ts";
import { create, patch } from "../testing/tus.ts";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let folder: string;
beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), "eightcount-modes-"));
});
afterAll(async () => {
  await database?.drop();
  await rm(folder, { recursive: true, force: true });
});

test("makes all of DATA_DIR private, including an earlier release's files and uploads", async () => {
  const dataDir = join(folder, "data");
  const old = join(dataDir, "media/people");
  await mkdir(old, { recursive: true });
  await writeFile(join(old, "photo.webp"), "");
  await writeFile(join(dataDir, "accounts.txt"), "");
  for (const path of [dataDir, join(dataDir, "media"), old]) await chmod(path, 0o755);
  for (const path of [join(old, "photo.webp"), join(dataDir, "accounts.txt")]) await chmod(path, 0o644);
  const env = { DATA_DIR: dataDir, DATABASE_URL: urlOfDatabase(database.connection), GRAPHQL_OPEN: "on" };
  const program = startProgram(env, ["--role=api,worker"]);
  try {
    const url = await program.ready();
    const origin = { origin: url, "content-type": "application/json" };
    const body = {
      email: `demo-${randomUUID()}@example.test`,
      password: "tango on a tin roof",
      name: "Demo Ana",
    };
    const registered = await fetch(`${url}/api/auth/sign-up/email`, {
      method: "POST",
      headers: origin,
      body: JSON.stringify(body),
    });
    const cookie = registered.headers
      .getSetCookie()
      .map((line) => line.split(";")[0])
      .join("; ");
    const { user } = (await registered.json()) as { user: { id: string } };
    const answer = await fetch(`${url}/api/auth/token`, { headers: { cookie, origin: url } });
    const { token } = (await answer.json()) as { token: string };
    const me = { id: user.id, cookie, token: async () => token };

    const image = execFileSync(
      "ffmpeg",
      "-v error -f lavfi -i color=c=teal:s=64x64 -frames:v 1 -c:v png -f image2pipe -".split(" "),
    );
    const photo = await fetch(`${url}/me/photo`, {
      method: "POST",
      headers: { "x-auth-token": `Bearer ${token}`, "content-type": "image/png" },
      body: new Uint8Array(image),
    });
    expect(photo.status).toBe(200);
    const { data } = await speakTo(url, () => me.token()).graphql<{
      createVideoUpload: { tusUrl: string; ticket: string };
    }>(
      `mutation { createVideoUpload(fileName: "a.mp4", sizeInBytes: 10) { tusUrl ticket } }`,
      {},
      { as: me },
    );
    const created = await create(data!.createVideoUpload, me, 10);
    expect((await patch(created.headers.get("location")!, me, 0, new Uint8Array(5))).status).toBe(204);
    await expect
      .poll(async () => (await readdir(join(dataDir, "outbox")).catch(() => [])).length, { timeout: 60_000 })
      .toBeGreaterThan(0);
  } finally {
    await program.kill();
  }

  const modes = new Map<string, number>([["", (await stat(dataDir)).mode & 0o777]]);
  for (const name of await readdir(dataDir, { recursive: true }))
    modes.set(name, (await stat(join(dataDir, name))).mode & 0o777);
  for (const name of ["", "media", "uploads", "outbox"])
    expect([name, modes.get(name)]).toEqual([name, 0o700]);
  expect(modes.get("accounts.txt")).toBe(0o600);
  // Private through its parent folder.
  modes.delete("media/people");
  modes.delete("media/people/photo.webp");
  expect([...modes.keys()].some((name) => name.startsWith("media/people/"))).toBe(true);
  expect([...modes].filter(([, mode]) => (mode & 0o077) !== 0)).toEqual([]);
});
