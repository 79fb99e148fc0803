import { execFileSync } from "node:child_process";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer } from "../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../testing/harness.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ roles: "api" });
});
afterAll(() => server?.stop());

/** An image with a location and a camera in its metadata. */
function picture(format: "mjpeg" | "png" | "libwebp", colour: string): Buffer {
  const container = format === "libwebp" ? "webp" : "image2pipe";
  const args = `-v error -f lavfi -i color=c=${colour}:s=640x360 -frames:v 1 -c:v ${format} -f ${container} -`;
  const made = execFileSync("ffmpeg", args.split(" "));
  if (format !== "mjpeg") return made;
  // A comment segment right after the start of the image, as cameras write it.
  const comment = Buffer.from("canary: 52.5200 N 13.4050 E, Demo Camera");
  const head = Buffer.from([0xff, 0xfe, 0, comment.length + 2]);
  return Buffer.concat([made.subarray(0, 2), head, comment, made.subarray(2)]);
}
const send = async (as: TestPerson, body: Buffer, method = "POST") => {
  const response = await server.fetch("/me/photo", {
    method,
    headers: { "x-auth-token": `Bearer ${await as.token()}`, "content-type": "image/jpeg" },
    ...(method === "POST" ? { body: new Uint8Array(body) } : {}),
  });
  return {
    status: response.status,
    body: (await response.json()) as { photoURL?: string; error?: { code: string } },
  };
};
const photoOf = async (as: TestPerson) =>
  (await server.graphql<{ me: { photoURL: string | null } }>("{ me { photoURL } }", {}, { as })).data!.me
    .photoURL;

describe("portrait", () => {
  const choose = (as: TestPerson, profileId: string, face: number) =>
    server.graphql<{ chooseFace: { members: { id: string; photoURL: string | null }[] } }>(
      "mutation ($profileId: ID!, $face: Int!) { chooseFace(profileId: $profileId, face: $face) { members { id photoURL } } }",
      { profileId, face },
      { as },
    );

  test("takes the place of a photo, whose file is deleted", async () => {
    const me = await server.member();
    const { body } = await send(me, picture("png", "teal"));
    const { data, errors } = await choose(me, me.id, 4);
    expect(errors).toEqual([]);
    expect(data!.chooseFace.members).toEqual([
      { id: me.id, photoURL: expect.stringMatching(/\/faces\/face-4\.svg$/) },
    ]);
    expect(await photoOf(me)).toMatch(/\/faces\/face-4\.svg$/);
    expect((await server.fetch(new URL(body.photoURL!).pathname)).status).toBe(404);
  });

  test("is chosen by an adult for each profile of the family", async () => {
    const [me, other] = [await server.member(), await server.member()];
    const { data } = await server.graphql<{ createFamilyMember: { members: { id: string }[] } }>(
      `mutation { createFamilyMember(name: "Demo Mia", isChild: true, pin: "2468", idempotencyKey: "face") { members { id } } }`,
      {},
      { as: me },
    );
    const childId = data!.createFamilyMember.members[1]!.id;
    const chosen = await choose(me, childId, 8);
    expect(chosen.data!.chooseFace.members[1]!.photoURL).toMatch(/face-8\.svg$/);
    expect((await choose(other, childId, 1)).errors[0]?.extensions.code).toBe("NOT_FOUND");
  });

  test("rejects a number without a portrait", async () => {
    const me = await server.member();
    for (const face of [0, 9, -1, 2_147_483_647])
      expect((await choose(me, me.id, face)).errors[0]?.extensions.code).toBe("BAD_INPUT");
  });
});

describe("profile photo", () => {
  test.each(["mjpeg", "png", "libwebp"] as const)(
    "from %s is re-encoded as a square, without metadata",
    async (format) => {
      const me = await server.member();
      const given = picture(format, "teal");
      const { status, body } = await send(me, given);
      expect(status).toBe(200);
      expect(await photoOf(me)).toBe(body.photoURL);
      const response = await server.fetch(new URL(body.photoURL!).pathname);
      expect(response.headers.get("content-type")).toBe("image/webp");
      const shown = Buffer.from(await response.arrayBuffer());
      expect(shown.subarray(8, 12).toString()).toBe("WEBP");
      expect(shown.includes("canary")).toBe(false);
      expect(shown.includes("EXIF")).toBe(false);
      const size = execFileSync(
        "ffprobe",
        ["-v", "error", "-show_entries", "stream=width,height", "-of", "csv=p=0", "-"],
        {
          input: shown,
          encoding: "utf8",
        },
      );
      expect(size.trim()).toBe("512,512");
    },
  );

  test("drops everything else that a polyglot file contains", async () => {
    const me = await server.member();
    const page = Buffer.from("<script>canary</script>PK\x03\x04canary");
    const { body } = await send(me, Buffer.concat([picture("mjpeg", "teal"), page]));
    const response = await server.fetch(new URL(body.photoURL!).pathname);
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
    expect(Buffer.from(await response.arrayBuffer()).includes("canary")).toBe(false);
  });

  test("replaces the previous one, and can be removed", async () => {
    const me = await server.member();
    const first = (await send(me, picture("png", "teal"))).body.photoURL!;
    const second = (await send(me, picture("png", "plum"))).body.photoURL!;
    expect(second).not.toBe(first);
    expect((await server.fetch(new URL(first).pathname)).status).toBe(404);
    expect((await server.fetch(new URL(second).pathname)).status).toBe(200);
    expect((await send(me, Buffer.alloc(0), "DELETE")).body.photoURL).toBeNull();
    expect(await photoOf(me)).toBeNull();
    expect((await server.fetch(new URL(second).pathname)).status).toBe(404);
  });

  test.each([
    ["an empty file", Buffer.alloc(0)],
    ["an SVG", Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>")],
    ["a truncated JPEG", Buffer.from([0xff, 0xd8, 0xff, 0xe0])],
    ["a GIF", Buffer.from("GIF89a\x01\0\x01\0\0\0\0;", "latin1")],
    ["a playlist", Buffer.from("#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n")],
  ])("rejects %s", async (_what, given) => {
    const me = await server.member();
    expect(await send(me, given)).toMatchObject({
      status: 422,
      body: { error: { code: "PICTURE_UNREADABLE" } },
    });
    expect(await photoOf(me)).toBeNull();
  });

  test("rejects an animated image with the reason", async () => {
    const ffmpegArgs = "-v error -f lavfi -i testsrc=s=32x32:r=2:d=1 -c:v libwebp_anim -f webp -";
    expect(await send(await server.member(), execFileSync("ffmpeg", ffmpegArgs.split(" ")))).toMatchObject({
      status: 422,
      body: { error: { code: "PICTURE_ANIMATED" } },
    });
  });

  test("is for registered members only", async () => {
    expect((await send(await server.anonymous(), picture("png", "teal"))).body.error?.code).toBe(
      "REGISTRATION_REQUIRED",
    );
    expect((await server.fetch("/me/photo", { method: "POST", body: "x" })).status).toBe(401);
    expect((await server.fetch("/photos/..%2f..%2fsecrets/x.webp")).status).toBe(404);
  });
});
