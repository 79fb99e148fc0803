import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { asAnother, register } from "./people.ts";
import { expect, expectAccessible, test } from "./test.ts";

/** Generates a portrait video with a tone; `noise` makes it large. */
function makeVideo(name: string, { seconds = 4, noise = false } = {}): string {
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
  expect(page.getByRole("heading", { name: "Upload complete" })).toBeVisible({ timeout: 150_000 });
const share = (page: Page) => page.getByRole("button", { name: "Share" }).click();

test("chooses, trims, uploads and transcodes a private video, then edits and deletes it", async ({
  page,
  browser,
  baseURL,
}) => {
  const username = await register(page.context());
  await page.goto("/upload");
  await expectAccessible(page);
  await page.getByLabel("Choose a video").setInputFiles(makeVideo("take.mp4"));
  await page.getByLabel("Caption").fill("Sunday combo, third try");
  await page.getByLabel("Start").fill("1000");
  await expectAccessible(page);
  await share(page);
  await isThere(page);
  await page.getByRole("link", { name: "See it" }).click();
  await expect(page.getByRole("heading", { name: "Sunday combo, third try" })).toBeVisible();
  await expectAccessible(page);
  const address = page.url();
  await page.getByRole("button", { name: /^Play, 0:03/ }).click();
  await expect
    .poll(() => page.locator("video").evaluate((video: HTMLVideoElement) => video.currentTime))
    .toBeGreaterThan(0);
  await page.getByLabel("Your comment").fill("The drag at 0:01 is mine");
  await page.getByRole("button", { name: "Comment", exact: true }).click();
  const comment = page.locator("article.cm").filter({ hasText: "is mine" });
  await expect(comment).toHaveCount(1);
  await comment.getByRole("button", { name: "0:01" }).click();
  const other = await asAnother(browser, baseURL!);
  await other.page.goto(address);
  await expect(other.page.getByRole("heading", { name: "Video not available" })).toBeVisible();
  await other.end();
  await page.getByRole("button", { name: "Edit", exact: true }).first().click();
  await page.getByLabel("Caption").fill("Sunday sway, fourth try");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("heading", { name: "Sunday sway, fourth try" })).toBeVisible();
  await page.locator(".post-body > .row").getByRole("button", { name: "Delete", exact: true }).click();
  await page.getByRole("button", { name: "Delete video" }).click();
  await expect(page).toHaveURL(new RegExp(`/@${username}`));
});

test("refuses a file that isn’t a video, and says what to do", async ({ page }) => {
  await register(page.context());
  await page.goto("/upload");
  await page.getByLabel("Choose a video").setInputFiles({
    name: "take.mp4",
    mimeType: "video/mp4",
    buffer: Buffer.from("#EXTM3U\nhttp://127.0.0.1:9/secret\n"),
  });
  await share(page);
  await expect(page.getByText("Unsupported format. Use MP4, MOV, or WebM.")).toBeVisible();
  await page.getByRole("button", { name: "Choose another" }).click();
  await expect(page.getByText("Drop a video here")).toBeVisible();
});

test("accepts a dropped video", async ({ page }) => {
  await register(page.context());
  await page.goto("/upload");
  const content = readFileSync(makeVideo("dropped.mp4", { seconds: 2 })).toString("base64");
  const dropped = await page.evaluateHandle((bytes) => {
    const transfer = new DataTransfer();
    const plain = Uint8Array.from(atob(bytes), (character) => character.charCodeAt(0));
    transfer.items.add(new File([plain], "dropped.mp4", { type: "video/mp4" }));
    return transfer;
  }, content);
  await page.dispatchEvent(".upload-drop", "drop", { dataTransfer: dropped });
  await share(page);
  await isThere(page);
});

test.describe("with a camera", () => {
  test.use({ permissions: ["camera", "microphone"] });

  test("records a take after the count-in, retakes, trims, sets a cover, then uploads", async ({ page }) => {
    const sent: string[] = [];
    page.on("request", (request) => {
      if (request.method() === "PATCH") sent.push(request.url());
    });
    await register(page.context());
    await page.goto("/upload");
    const take = async (seconds: number) => {
      await page.getByRole("button", { name: "Record (starts after 5, 6, 7, 8)" }).click();
      await expect(page.getByText("Recording")).toBeVisible();
      const began = Date.now();
      await expect.poll(() => Date.now() - began).toBeGreaterThan(seconds * 1000);
      await page.getByRole("button", { name: "Stop" }).click();
      await expect(page.getByLabel("End")).toBeVisible();
    };
    await page.getByRole("button", { name: "Record now" }).click();
    await expectAccessible(page);
    await take(2);
    await page.getByRole("button", { name: "Record again" }).click();
    await take(3);
    await page.getByLabel("Start").fill("500");
    await page.getByLabel("Cover").fill("1500");
    expect(sent).toEqual([]);
    await expectAccessible(page);
    await share(page);
    await isThere(page);
    await page.getByRole("link", { name: "See it" }).click();
    await expect(page.locator(".post-media img")).toBeVisible();
  });
});

test.describe("an interrupted network", () => {
  test.use({ isQuiet: false });

  test("resumes an upload after cuts and a closed tab, without resending chunks", async ({
    page,
    context,
  }) => {
    await register(page.context());
    const file = makeVideo("large.mp4", { seconds: 3, noise: true });
    const whole = readFileSync(file).length;
    expect(whole).toBeGreaterThan(12 * 1024 * 1024);
    /** Offset of each chunk. */
    const offsets: number[] = [];
    let cuts = 0;
    let holds = false;
    await context.route(/\/uploads\/[0-9a-f-]{36}$/, async (route) => {
      if (route.request().method() !== "PATCH") return route.continue();
      offsets.push(Number(route.request().headers()["upload-offset"]));
      // Cuts every second chunk, three times; later ones wait until the tab is closed.
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
    await expect(again.getByText(/large\.mp4: \d+% uploaded/)).toBeVisible();
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

test.describe("videos in the feed", () => {
  /** Uploads a video, waits for it and posts it twice; only one plays at a time. */
  const postTwo = async (page: Page): Promise<string> => {
    await register(page.context());
    await page.goto("/upload");
    await page.getByLabel("Choose a video").setInputFiles(makeVideo("feed.mp4", { seconds: 6 }));
    await share(page);
    await isThere(page);
    const id = /\/video\/([0-9a-f-]{36})/.exec(
      (await page.getByRole("link", { name: "See it" }).getAttribute("href")) ?? "",
    )![1]!;
    for (const text of ["First film", "Second film"]) {
      await page.goto(`/feed?video=${id}`);
      await page.getByLabel("Your post").fill(text);
      await page.getByRole("button", { name: "Post", exact: true }).click();
      await expect(page.locator(".posts").getByText(text).first()).toBeVisible();
    }
    return id;
  };
  const playing = (page: Page) =>
    page.evaluate(() =>
      [...document.querySelectorAll("video")].map((video) => ({
        isMuted: video.muted,
        isPaused: video.paused,
        of: video.closest("article")?.textContent?.includes("Second") ? "second" : "first",
      })),
    );

  test("play muted, one at a time, and only while visible", async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await postTwo(page);
    await page.goto("/feed");
    const show = (text: string) =>
      page
        .locator(".post-card")
        .filter({ hasText: text })
        .first()
        .evaluate((card) => card.scrollIntoView({ block: "center", behavior: "instant" }));
    await expect(page.locator(".post-card").nth(1)).toBeAttached();
    await show("Second film");
    await expect.poll(() => playing(page)).toEqual([{ isMuted: true, isPaused: false, of: "second" }]);
    await show("First film");
    await expect.poll(() => playing(page)).toEqual([{ isMuted: true, isPaused: false, of: "first" }]);
    await page.evaluate(() => scrollTo({ top: 0, behavior: "instant" }));
  });

  test("don’t autoplay with reduced data or motion", async ({ page, context }) => {
    const id = await postTwo(page);
    await context.addInitScript(() =>
      Object.defineProperty(navigator, "connection", { value: { saveData: true }, configurable: true }),
    );
    const asked: string[] = [];
    page.on("request", (request) => {
      if (request.url().includes("/media/")) asked.push(request.url());
    });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto("/feed");
    const card = page.locator(".post-card").filter({ hasText: "Second film" }).first();
    await card.evaluate((element) => element.scrollIntoView({ block: "center", behavior: "instant" }));
    await expect(card.getByRole("button", { name: /^Play/ })).toBeVisible();
    // Autoplay would have started by the time the next page is shown.
    await card.getByRole("link", { name: /^Comments/ }).click();
    await expect(page).toHaveURL(/\/post\//);
    expect(asked).toEqual([]);
    expect(id).not.toBe("");
  });
});

test.describe("with the installed app", () => {
  test.use({ hasServiceWorker: true });

  test("takes a video that another app shares, and asks for one that is lost", async ({ page }) => {
    await register(page.context());
    await page.goto("/feed");
    const isControlled = () => page.evaluate(() => navigator.serviceWorker.controller !== null);
    await expect.poll(isControlled).toBe(true);
    // What the browser sends for the manifest's share target.
    await page.evaluate(() => {
      const form = document.createElement("form");
      form.id = "share";
      form.method = "post";
      form.action = "/upload/share";
      form.enctype = "multipart/form-data";
      form.innerHTML = '<input type="file" name="video" aria-label="Shared">';
      document.body.append(form);
    });
    await page.getByLabel("Shared").setInputFiles(makeVideo("from another app.mp4"));
    await page.evaluate(() => document.querySelector<HTMLFormElement>("#share")!.submit());
    await page.getByLabel("Caption").fill("Shared from the gallery");
    await share(page);
    await isThere(page);

    await page.goto("/upload?from=share");
    await expect(page.getByText("We couldn’t take over the shared video. Choose it here.")).toBeVisible();
  });
});

test("asks for a shared video if the app can't take it", async ({ page }) => {
  await register(page.context());
  const video = { name: "shared.mp4", mimeType: "video/mp4", buffer: Buffer.alloc(1000) };
  const answer = await page.request.post("/upload/share", { multipart: { video }, maxRedirects: 0 });
  expect([answer.status(), answer.headers()["location"]]).toEqual([303, "/upload?from=share"]);
});
