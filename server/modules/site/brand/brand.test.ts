import { createCanvas, loadImage } from "@napi-rs/canvas";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer } from "../../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../../testing/harness.ts";

let server: TestServer;
let admin: TestPerson;
beforeAll(async () => {
  server = await startTestServer({ roles: "api" });
  admin = await server.member({ role: "admin" });
});
afterAll(() => server?.stop());

const change = async (kind: string, body: string | Uint8Array<ArrayBuffer> | null, method = "POST") => {
  const response = await server.fetch(`/api/studio/brand/${kind}`, {
    method,
    body,
    headers: { "x-auth-token": `Bearer ${await admin.token()}`, "content-type": "application/octet-stream" },
  });
  const text = await response.text();
  return { status: response.status, code: text ? (JSON.parse(text).error?.code as string) : null };
};
const images = async (): Promise<{ kind: string; path: string; width: number; height: number }[]> =>
  (
    await server.graphql<{ studioSettings: { brandImages: [] } }>(
      "{ studioSettings { brandImages { kind path width height } } }",
      {},
      { as: admin },
    )
  ).data!.studioSettings.brandImages;
const pixelOf = async (path: string, x: number, y: number): Promise<number[]> => {
  const response = await server.fetch(path);
  expect(response.headers.get("content-type")).toBe("image/png");
  const image = await loadImage(Buffer.from(await response.arrayBuffer()));
  const pen = createCanvas(image.width, image.height).getContext("2d");
  pen.drawImage(image, 0, 0);
  return [...pen.getImageData(x, y, 1, 1).data];
};
const svg = (inside: string, size = 'viewBox="0 0 40 10"') =>
  `<?xml version="1.0"?><!-- Drawn --><svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${size}>${inside}</svg>`;
const png = (width: number, height: number, color = "#ff0000"): Uint8Array<ArrayBuffer> => {
  const canvas = createCanvas(width, height);
  const pen = canvas.getContext("2d");
  pen.fillStyle = color;
  pen.fillRect(0, 0, width, height);
  return Uint8Array.from(canvas.toBuffer("image/png"));
};

test("serves an SVG logo as pixels, with the colors of its style sheet", async () => {
  const drawing = svg("<style>.a{fill:#0000ff}</style><rect class='a' width='40' height='10'/>");
  expect(await change("logo-light", drawing)).toEqual({ status: 204, code: null });
  const [logo] = await images();
  expect(logo).toMatchObject({ kind: "LOGO_LIGHT", width: 512, height: 128 });
  expect(await pixelOf(logo!.path, 256, 64)).toEqual([0, 0, 255, 255]);
  expect((await server.fetch(logo!.path)).headers.get("cache-control")).toContain("immutable");
});

test.each([
  ["a script", "<script>alert(1)</script><rect width='40' height='10'/>"],
  ["an embedded page", "<foreignObject><p>Hi</p></foreignObject><rect width='40' height='10'/>"],
  ["an image of the server", '<image xlink:href="file:///etc/hostname" width="40" height="10"/>'],
  ["text, whose font the server lacks", "<text y='9'>Marlow</text>"],
])("refuses an SVG with %s", async (_what, inside) => {
  expect(await change("logo-dark", svg(inside))).toEqual({ status: 422, code: "BRAND_IMAGE_UNSAFE" });
});

test("refuses entities, empty drawings, other files and images that are too small or too large", async () => {
  const entities = `<!DOCTYPE svg [<!ENTITY a "b">]>${svg("<rect width='40' height='10'/>")}`;
  expect((await change("icon", entities)).code).toBe("BRAND_IMAGE_UNREADABLE");
  expect((await change("icon", svg(""))).code).toBe("BRAND_IMAGE_UNREADABLE");
  expect((await change("icon", "<html><svg></svg></html>")).code).toBe("BRAND_IMAGE_UNREADABLE");
  expect((await change("icon", "")).code).toBe("BRAND_IMAGE_UNREADABLE");
  expect((await change("icon", png(100, 100))).code).toBe("BRAND_IMAGE_TOO_SMALL");
  expect((await change("icon", new Uint8Array(600 * 1024))).code).toBe("BRAND_IMAGE_TOO_LARGE");
  expect((await change("favicon", png(200, 200))).status).toBe(404);
});

test("refuses a drawing that nests itself so often that it would take forever", async () => {
  const eight = (n: number) => `<g id="g${n}">${`<use xlink:href="#g${n - 1}"/>`.repeat(8)}</g>`;
  const nested = Array.from({ length: 11 }, (_, n) => eight(n + 1)).join("");
  const drawing = svg(`<defs><rect id="g0" width="9" height="9"/>${nested}</defs><use xlink:href="#g11"/>`);
  expect((await change("icon", drawing)).code).toBe("BRAND_IMAGE_UNREADABLE");
});

test("makes every size of an icon, and serves the product's again once it is removed", async () => {
  expect((await server.fetch("/icon-192.png")).status).toBe(404);
  expect((await change("icon", png(300, 300, "#00ff00"))).status).toBe(204);
  for (const [name, size] of [
    ["favicon", 64],
    ["icon-192", 192],
    ["icon-512", 512],
  ] as const)
    expect(await pixelOf(`/${name}.png`, size / 2, size / 2)).toEqual([0, 255, 0, 255]);
  // Systems crop it to a circle: its corner is the ground.
  expect((await pixelOf("/icon-maskable-512.png", 4, 4))[3]).toBe(255);
  expect(await pixelOf("/icon-maskable-512.png", 256, 256)).toEqual([0, 255, 0, 255]);
  const { headers } = await server.fetch("/apple-touch-icon.png");
  const again = await server.fetch("/apple-touch-icon.png", {
    headers: { "if-none-match": headers.get("etag")! },
  });
  expect(again.status).toBe(304);
  expect((await change("icon", null, "DELETE")).status).toBe(204);
  expect((await server.fetch("/icon-192.png")).status).toBe(404);
  const { rows } = await server.pool.query(
    "select action, details from identity.staff_acts where subject = 'studio' order by happened_at desc limit 1",
  );
  expect(rows[0]).toEqual({ action: "site.brand_removed", details: { image: "icon" } });
});

test("asks an admin to confirm their identity before an image changes", async () => {
  const unconfirmed = await server.member({ role: "admin" });
  await server.pool.query(
    `update identity."session" set "confirmedAt" = now() - interval '1 day' where "userId" = $1`,
    [unconfirmed.id],
  );
  const response = await server.fetch("/api/studio/brand/share", {
    method: "DELETE",
    headers: { "x-auth-token": `Bearer ${await unconfirmed.token()}` },
  });
  expect(await response.json()).toMatchObject({ error: { code: "CONFIRMATION_NEEDED" } });
});

test("refuses an accent that a button's text can't be read on, with the measured contrast", async () => {
  const save = async (accent: string) => {
    const { data } = await server.graphql<{ studioSettings: { version: number } }>(
      "{ studioSettings { version } }",
      {},
      { as: admin },
    );
    return server.graphql<{ saveStudioSettings: { accent: string } }>(
      "mutation ($version: Int!, $input: StudioSettingsInput!) { saveStudioSettings(version: $version, input: $input) { accent } }",
      { version: data!.studioSettings.version, input: { accent } },
      { as: admin },
    );
  };
  const refused = await save("#3355aa");
  expect(refused.errors[0]).toMatchObject({ extensions: { code: "BAD_INPUT", field: "accent" } });
  expect(refused.errors[0]!.message).toContain("2.6:1 and needs 4.5:1");
  expect((await save("amber")).errors[0]?.extensions.code).toBe("BAD_INPUT");
  expect((await save("#FF9A62")).data?.saveStudioSettings.accent).toBe("#ff9a62");
  const styles = await server.fetch("/brand/ff9a62/accent.css");
  expect(await styles.text()).toContain("--spot:light-dark(#ff9a62,#ff9a62)");
  expect((await server.fetch("/brand/3355aa/accent.css")).status).toBe(404);
});
