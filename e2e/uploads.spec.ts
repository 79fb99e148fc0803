import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { asAnother, register } from "./people.ts";
import { expect, expectAccessible, test } from "./test.ts";

/** A film in portrait with a tone; `noise` makes it large. */
function film(name: string, { seconds = 4, noise = false } = {}): string {
  const file = test.info().outputPath(name);
  const picture = `testsrc=s=360x640:r=30:d=${seconds}${noise ? ",noise=alls=90:allf=t" : ""}`;
  const inputs = [
    "-f",
    "lavfi",
    "-i",
    picture,
    "-f",
    "lavfi",
    "-i",
    `sine=frequency=440:duration=${seconds}`,
  ];
  const form = [
    "-c:v",
    "libx264",
    "-preset",
    "ultrafast",
    "-pix_fmt",
    "yuv420p",
    ...(noise ? ["-qp", "4"] : []),
  ];
  execFileSync("ffmpeg", ["-v", "error", ...inputs, ...form, "-c:a", "aac", "-shortest", file]);
  return file;
}
const isThere = (page: Page) =>
  expect(page.getByRole("heading", { name: "It’s there" })).toBeVisible({ timeout: 150_000 });
const share = (page: Page) => page.getByRole("button", { name: "Share it" }).click();

test("a video is chosen, cut, sent, prepared and seen by its owner alone; then changed and deleted", async ({
  page,
  browser,
  baseURL,
}) => {
  const username = await register(page);
  await page.goto("/upload");
  await expectAccessible(page);
  await page.getByLabel("Choose a video").setInputFiles(film("take.mp4"));
  await page.getByLabel("What is it?").fill("Sunday sway, third try");
  await page.getByLabel("Begins at").fill("1000");
  await expectAccessible(page);
  await share(page);
  await isThere(page);
  await page.getByRole("link", { name: "See it" }).click();
  await expect(page.getByRole("heading", { name: "Sunday sway, third try" })).toBeVisible();
  await expectAccessible(page);
  const address = page.url();
  await page.getByRole("button", { name: /^Play, 0:03/ }).click();
  await expect
    .poll(() => page.locator("video").evaluate((video: HTMLVideoElement) => video.currentTime))
    .toBeGreaterThan(0);
  await page.getByLabel("Your comment").fill("The drag at 0:01 is mine");
  await page.getByRole("button", { name: "Comment", exact: true }).click();
  const said = page.locator("article.cm").filter({ hasText: "is mine" });
  await expect(said).toHaveCount(1);
  await said.getByRole("button", { name: "0:01" }).click();
  const other = await asAnother(browser, baseURL!);
  await other.page.goto(address);
  await expect(other.page.getByRole("heading", { name: "This video isn’t here" })).toBeVisible();
  await other.end();
  await page.getByRole("button", { name: "Edit", exact: true }).first().click();
  await page.getByLabel("What is it?").fill("Sunday sway, fourth try");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("heading", { name: "Sunday sway, fourth try" })).toBeVisible();
  await page.locator(".post-body > .row").getByRole("button", { name: "Delete", exact: true }).click();
  await page.getByRole("button", { name: "Delete it and its files" }).click();
  await expect(page).toHaveURL(new RegExp(`/@${username}`));
});

test("what isn’t a video says so, and what to do", async ({ page }) => {
  await register(page);
  await page.goto("/upload");
  await page.getByLabel("Choose a video").setInputFiles({
    name: "take.mp4",
    mimeType: "video/mp4",
    buffer: Buffer.from("#EXTM3U\nhttp://127.0.0.1:9/secret\n"),
  });
  await share(page);
  await expect(page.getByText("This isn’t a video that we can read: send MP4, MOV or WebM.")).toBeVisible();
  await page.getByRole("button", { name: "Choose another" }).click();
  await expect(page.getByText("Drop a video here")).toBeVisible();
});

test("a video is dropped on the page", async ({ page }) => {
  await register(page);
  await page.goto("/upload");
  const content = readFileSync(film("dropped.mp4", { seconds: 2 })).toString("base64");
  const dropped = await page.evaluateHandle((bytes) => {
    const transfer = new DataTransfer();
    const plain = Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0));
    transfer.items.add(new File([plain], "dropped.mp4", { type: "video/mp4" }));
    return transfer;
  }, content);
  await page.dispatchEvent(".upload-drop", "drop", { dataTransfer: dropped });
  await share(page);
  await isThere(page);
});

test.describe("with a camera", () => {
  test.use({ permissions: ["camera", "microphone"] });

  test("a take is recorded after the count-in, recorded again, cut, given a cover, and only then sent", async ({
    page,
  }) => {
    const sent: string[] = [];
    page.on("request", (request) => {
      if (request.method() === "PATCH") sent.push(request.url());
    });
    await register(page);
    await page.goto("/upload");
    const take = async (seconds: number) => {
      await page.getByRole("button", { name: "Record, after 5, 6, 7, 8" }).click();
      await expect(page.getByText("Recording")).toBeVisible();
      const began = Date.now();
      await expect.poll(() => Date.now() - began).toBeGreaterThan(seconds * 1000);
      await page.getByRole("button", { name: "Stop" }).click();
      await expect(page.getByLabel("Ends at")).toBeVisible();
    };
    await page.getByRole("button", { name: "Record now" }).click();
    await expectAccessible(page);
    await take(2);
    await page.getByRole("button", { name: "Record it again" }).click();
    await take(3);
    await page.getByLabel("Begins at").fill("500");
    await page.getByLabel("Cover").fill("1500");
    expect(sent).toEqual([]);
    await expectAccessible(page);
    await share(page);
    await isThere(page);
    await page.getByRole("link", { name: "See it" }).click();
    await expect(page.locator(".post-media img")).toBeVisible();
  });
});

test.describe("a network that breaks", () => {
  test.use({ isQuiet: false });

  test("a video goes on after cuts, and after its tab was closed; no piece that came is sent again", async ({
    page,
    context,
  }) => {
    await register(page);
    const file = film("large.mp4", { seconds: 3, noise: true });
    const whole = readFileSync(file).length;
    expect(whole).toBeGreaterThan(12 * 1024 * 1024);
    /** Where each piece began. */
    const offsets: number[] = [];
    let cuts = 0;
    let holds = false;
    await context.route(/\/uploads\/[0-9a-f-]{36}$/, async (route) => {
      if (route.request().method() !== "PATCH") return route.continue();
      offsets.push(Number(route.request().headers()["upload-offset"]));
      // Every second piece is cut, three times; later ones wait until the tab is closed.
      if (offsets.length % 2 === 0 && cuts < 3) {
        cuts += 1;
        return route.abort("connectionreset");
      }
      if (holds) return route.abort("connectionreset");
      await route.continue();
      if (offsets.at(-1)! >= 5 * 1024 * 1024) holds = true;
    });
    await page.goto("/upload");
    await page.getByLabel("Choose a video").setInputFiles(file);
    await share(page);
    await expect.poll(() => holds && cuts > 0).toBe(true);
    await page.close();
    const again = await context.newPage();
    await again.goto("/upload");
    await expect(again.getByText(/large\.mp4: \d+ % sent/)).toBeVisible();
    const before = offsets.length;
    holds = false;
    await context.unroute(/\/uploads\/[0-9a-f-]{36}$/);
    const later: number[] = [];
    again.on("request", (request) => {
      if (request.method() === "PATCH") later.push(Number(request.headers()["upload-offset"]));
    });
    await again.getByLabel("Choose a video").setInputFiles(file);
    await isThere(again);
    expect(before).toBeGreaterThan(1);
    expect(later[0]).toBeGreaterThanOrEqual(5 * 1024 * 1024);
    await again.getByRole("link", { name: "See it" }).click();
    await expect(again.getByRole("button", { name: /^Play, 0:03/ })).toBeVisible();
  });
});
