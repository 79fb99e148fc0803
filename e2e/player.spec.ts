import { expect, expectAccessible, test } from "./test.ts";
import { dominantColor } from "./player-page.ts";
import type { Page, Route } from "@playwright/test";

const open = async (page: Page, search = "") => {
  await page.goto(`/class/drag-the-left/play${search}`);
  await expect
    .poll(() => page.evaluate(() => document.querySelector("video")?.readyState ?? 0))
    .toBeGreaterThanOrEqual(3);
};
/** The visible color above the middle of the video. */
const seenColor = async (page: Page) => {
  const png = await page.locator(".pl-v").screenshot();
  const pixel = await page.evaluate(
    async (bytes) => {
      const bitmap = await createImageBitmap(new Blob([new Uint8Array(bytes)]));
      const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d")!;
      context.drawImage(bitmap, 0, 0);
      const [red = 0, , blue = 0] = context.getImageData(bitmap.width / 2, bitmap.height / 4, 1, 1).data;
      return { red, blue };
    },
    [...png],
  );
  return dominantColor(pixel);
};
const position = (page: Page) => page.evaluate(() => document.querySelector("video")?.currentTime ?? -1);

test("plays a class with count and captions, without accessibility violations", async ({ page }) => {
  await open(page);
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await expect.poll(() => position(page)).toBeGreaterThan(1);
  await expect(page.locator(".cnt .num")).toHaveText(/^[1-8]$/);
  await expect(page.locator(".cap")).toHaveText("Weight on the right");
  await page.keyboard.press("k");
  await expect(page.getByRole("button", { name: "Play", exact: true })).toBeVisible();
  await expectAccessible(page);
});

test("plays a preview for its full 30 seconds and stops", async ({ page }) => {
  await page.route("**/graphql", async (route) => {
    const answer = await route.fetch();
    const text = await answer.text();
    await route.fulfill({ response: answer, body: text.replaceAll('"isPreview":false', '"isPreview":true') });
  });
  await open(page);
  await page.evaluate(() => {
    const video = document.querySelector("video")!;
    video.addEventListener(
      "pause",
      () => (document.documentElement.dataset["stopped"] = String(video.currentTime)),
    );
  });
  // Seeks to the last part within the preview.
  for (let step = 0; step < 5; step += 1) await page.keyboard.press("ArrowRight");
  await page.keyboard.press("k");
  await expect(page.locator("html[data-stopped]")).toBeAttached();
  const stopped = Number(await page.locator("html").getAttribute("data-stopped"));
  expect(stopped).toBeGreaterThanOrEqual(30);
  expect(stopped).toBeLessThan(31);
  await expect(page.getByText("Preview: first 30 seconds")).toBeAttached();
  await expect(page.getByRole("heading", { name: "End of preview" })).toBeVisible();
});

test("says from the first frame that it is a preview, and at its end what the class costs", async ({
  page,
}) => {
  await page.route("**/graphql", async (route) => {
    const answer = await route.fetch();
    const text = await answer.text();
    await route.fulfill({
      response: answer,
      body: text
        .replaceAll('"isPreview":false', '"isPreview":true')
        .replace('"accessType":"free"', '"accessType":"premium"'),
    });
  });
  await open(page);
  await expect(page.locator(".pl-chip")).toHaveText(/^Preview30 s leftPremium$/);
  for (let step = 0; step < 5; step += 1) await page.keyboard.press("ArrowRight");
  await page.keyboard.press("k");
  await expect(page.locator(".pl-chip")).toHaveText(/^Preview[1-5] s leftPremium$/);
  await expect(page.getByText(/a month or .* a year\./)).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText(/then your first payment is on/)).toBeVisible();
  await expectAccessible(page);
});

test("shows three hints on the first open, each until it is used", async ({ page }) => {
  await open(page);
  await expect(page.getByRole("list", { name: "Tips" }).getByRole("listitem")).toHaveCount(3);
  await expect(page.getByRole("combobox", { name: /^How well you know/ })).toHaveCount(0);
  await page.getByRole("button", { name: "Play", exact: true }).click();
  const hint = page.locator(".pl-hint");
  await expect(hint).toHaveText("Tap a part to go there");
  await page.mouse.move(9, 9);
  await page.getByRole("button", { name: /^2 ?The drag/ }).click();
  await expect(hint).toHaveText("Loop repeats a part", { timeout: 15_000 });
  await page.keyboard.press("r");
  await expect(hint).toHaveText(/^60 is slow/, { timeout: 15_000 });
  await page.keyboard.press("-");
  await expect(hint).toHaveCount(0);
  await open(page);
  await expect(page.getByRole("button", { name: "Play", exact: true })).toBeVisible();
  await expect(page.getByRole("list", { name: "Tips" })).toHaveCount(0);
});

test("opens a part by its link, and loops it", async ({ page }) => {
  await open(page, "?part=2");
  await expect.poll(() => position(page)).toBeGreaterThanOrEqual(19.9);
  await page.keyboard.press("r");
  await expect(page.getByRole("button", { name: "Loop" })).toHaveAttribute("aria-pressed", "true");
  await expect(page.getByRole("slider", { name: "Loop start" })).toBeVisible();
});

test("mirrors the video and leaves the captions readable", async ({ page }) => {
  await open(page);
  await page.keyboard.press("m");
  const flipped = (selector: string) =>
    page.locator(selector).evaluate((element) => {
      let scale = 1;
      for (let at: Element | null = element; at; at = at.parentElement) {
        const { transform } = getComputedStyle(at);
        if (transform !== "none") scale *= Math.sign(new DOMMatrix(transform).a);
      }
      return scale;
    });
  await expect.poll(() => flipped(".pl-host video >> nth=0")).toBe(-1);
  expect(await flipped(".cap")).toBe(1);
});

test("shows the other angle at the same position", async ({ page }) => {
  await open(page);
  // At half the tempo the class lasts two minutes, so that it doesn't end early on a busy machine.
  for (let step = 0; step < 10; step += 1) await page.keyboard.press("-");
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await expect
    .poll(() =>
      page.evaluate(
        () => [...document.querySelectorAll("video")].filter((video) => video.readyState >= 3).length,
      ),
    )
    .toBeGreaterThanOrEqual(2);
  expect(await seenColor(page)).toBe("blue");
  await page.getByRole("button", { name: "Back", exact: true }).click();
  await expect.poll(() => seenColor(page)).toBe("red");
  await expect(page.getByRole("button", { name: "Back", exact: true })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  // A tenth of a second is three frames; the drift controller closes the rest during playback.
  await expect
    .poll(() =>
      page.evaluate(() => {
        const [front, back] = [...document.querySelectorAll("video")];
        return Math.abs((front?.currentTime ?? 0) - (back?.currentTime ?? 9));
      }),
    )
    .toBeLessThan(0.1);
});

test("shows both angles in the same resolution, and fetches nothing twice", async ({ page }) => {
  const asked: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.endsWith(".m4s")) asked.push(pathname);
  });
  const sharpest = (angle: string) =>
    Math.max(0, ...asked.map((path) => Number(new RegExp(`/${angle}/v(\\d+)/`).exec(path)?.[1] ?? 0)));
  await open(page);
  await page.getByRole("button", { name: "Play", exact: true }).click();
  const ahead = (at: number) =>
    page.evaluate((index) => {
      const video = document.querySelectorAll("video")[index];
      return video && video.buffered.length > 0 ? video.buffered.end(0) - video.currentTime : 0;
    }, at);
  await expect.poll(() => ahead(0)).toBeGreaterThan(20);
  await expect.poll(() => ahead(1)).toBeGreaterThan(7);
  expect(sharpest("back")).toBeLessThan(sharpest("front"));
  await page.keyboard.press("b");
  await expect.poll(() => sharpest("back")).toBe(sharpest("front"));
  await page.keyboard.press("b");
  const turnedAt = await position(page);
  await expect.poll(() => position(page)).toBeGreaterThan(turnedAt + 1);
  const ofFront = asked.filter((path) => path.includes("/front/"));
  expect(ofFront.filter((path, index) => ofFront.indexOf(path) < index)).toEqual([]);
});

test("keeps both angles in step while one stalls, and buffers the hidden one shortly and without sound", async ({
  page,
}) => {
  const ofBack: string[] = [];
  page.on("request", (request) => {
    if (/\/back\/.*\.(mp4|m4s)/.test(request.url())) ofBack.push(request.url());
  });
  // The front fails from the thirteenth segment on, at 36 s, so that 50 s is never buffered.
  const held: Route[] = [];
  let isHolding = true;
  await page.route(/\/front\/.*\/000(1[3-9]|2\d)\.m4s/, (route) => {
    if (isHolding) held.push(route);
    else void route.continue();
  });
  await open(page);
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await expect.poll(() => position(page)).toBeGreaterThan(1);
  await expect.poll(() => ofBack.length).toBeGreaterThan(1);
  const views = () =>
    page.evaluate(() =>
      [...document.querySelectorAll("video")].map(({ currentTime, readyState, buffered }) => ({
        at: currentTime,
        isReady: readyState >= 3,
        ahead: buffered.length === 0 ? 0 : buffered.end(buffered.length - 1) - currentTime,
      })),
    );
  // Ten seconds, rounded up to a segment.
  await expect.poll(async () => (await views())[1]?.ahead ?? 0).toBeGreaterThan(7);
  expect((await views())[1]!.ahead).toBeLessThan(16);
  await page.getByRole("slider", { name: "Position" }).fill("50");
  await expect.poll(async () => (await views()).map(({ isReady }) => isReady)).toEqual([false, true]);
  // Long enough to notice if the back went on alone.
  await page.evaluate(async () => {
    for (let frame = 0; frame < 60; frame += 1) await new Promise(requestAnimationFrame);
  });
  const [front, back] = await views();
  expect(Math.abs(front!.at - back!.at)).toBeLessThan(0.25);
  isHolding = false;
  for (const route of held) await route.continue();
  await expect.poll(() => position(page)).toBeGreaterThan(51);
  await expect
    .poll(async () => {
      const [one, other] = await views();
      return Math.abs(one!.at - other!.at);
    })
    .toBeLessThan(0.034);
  expect(ofBack.filter((url) => url.includes("/sound/"))).toEqual([]);
});

test("credits and resumes from played ranges, not skipped ones", async ({ page }) => {
  // As an email links to it; the address that people copy doesn't say so.
  await page.goto("/class/drag-the-left?from=email");
  await expect(page).toHaveURL(/\/class\/drag-the-left$/);
  await open(page);
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await expect.poll(() => position(page)).toBeGreaterThan(3);
  await page.keyboard.press("k");
  const stopped = await position(page);
  await page.getByRole("slider", { name: "Position" }).fill("50");
  const sent = page.waitForResponse(
    (response) =>
      (response.request().postData()?.includes("RecordPractice") ?? false) &&
      (response.request().postData()?.includes('"positionMs":5') ?? false) &&
      (response.request().postData()?.includes('"source":"email"') ?? false),
  );
  await page.getByRole("link", { name: "Back to class" }).click();
  await sent;
  await page.goto("/class/drag-the-left");
  await expect(page.getByRole("link", { name: /Continue from 0:(49|50)/ })).toBeVisible();
  const eights = Number(
    await page
      .getByRole("progressbar", { name: /complete/i })
      .first()
      .getAttribute("aria-valuenow"),
  );
  expect(eights).toBeGreaterThan(0);
  expect(eights).toBeLessThanOrEqual(((stopped + 2) / 60) * 8);
});

test.describe(() => {
  // Chromium sends a closing page's beacon without extra headers: beacon and segments must come from one network.
  test.use({ extraHTTPHeaders: {} });

  test("counts a class that is opened repeatedly as one screen", async ({ page }) => {
    for (let visit = 0; visit < 5; visit += 1) {
      await open(page);
      await page.getByRole("button", { name: "Play", exact: true }).click();
      await expect(page.getByRole("button", { name: "Pause" })).toBeVisible();
      // Half of the visits end by a link, half by closing the page.
      if (visit % 2 === 0) await page.goBack().catch(() => undefined);
    }
    await expect(page.getByText("Playing on 3 devices")).toHaveCount(0);
  });

  test("releases the screens whose closing pages could not", async ({ page }) => {
    await page.addInitScript(() => {
      const send = navigator.sendBeacon.bind(navigator);
      let isClosing = false;
      addEventListener("pagehide", () => (isClosing = true));
      navigator.sendBeacon = (...beacon) => isClosing || send(...beacon);
    });
    for (let visit = 0; visit < 5; visit += 1) {
      await open(page);
      await page.getByRole("button", { name: "Play", exact: true }).click();
      await expect(page.getByRole("button", { name: "Pause" })).toBeVisible();
      await expect.poll(() => position(page)).toBeGreaterThan(0.5);
    }
  });
});

test("announces commands to screen readers, and keeps the focus", async ({ page }) => {
  await open(page, "?part=2");
  const announcement = page.locator('.pl > [aria-live="polite"]');
  await page.keyboard.press("r");
  await expect(announcement).toHaveText("Loop from eight 5, count 1, to eight 12, count 8");
  await page.keyboard.press("-");
  await expect(announcement).toHaveText("95%");
  await page.keyboard.press("w");
  await expect(announcement).toHaveText(/part 2, 95%/);
  // A live region with the same text stays silent: a repeated command is announced again.
  const before = await announcement.textContent();
  await page.keyboard.press("w");
  await expect.poll(() => announcement.textContent()).not.toBe(before);
  await expect(announcement).toHaveText(/part 2, 95%/);
  // A button announces its own pressed state.
  await page.getByRole("button", { name: "Mirror" }).click();
  await expect(page.getByRole("button", { name: "Mirror" })).toHaveAttribute("aria-pressed", "true");
  await expect(announcement).toHaveText(/part 2, 95%/);
  await expect(page.getByRole("slider", { name: "Position" })).toHaveAttribute(
    "aria-valuetext",
    "0:20, part 2, The drag",
  );
  await expect(page.getByRole("navigation", { name: "Parts" })).toBeVisible();
  await expect(page.getByRole("dialog", { name: "Parts" })).toHaveCount(0);

  const practise = page.getByRole("button", { name: "Practice settings" });
  await practise.click();
  await page.getByRole("button", { name: "No loop" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(practise).toBeFocused();
  await expect(announcement).toHaveText("No loop");
  await page.keyboard.press("n");
  await expect(page.getByRole("textbox", { name: /^Note at/ })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(practise).toBeFocused();
});
