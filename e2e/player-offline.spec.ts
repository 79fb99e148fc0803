import { expect, expectAccessible, test } from "./test.ts";
import { signInAsAdmin } from "./people.ts";
import type { Page } from "@playwright/test";

const playable = (page: Page) =>
  expect
    .poll(() => page.evaluate(() => document.querySelector("video")?.readyState ?? 0))
    .toBeGreaterThanOrEqual(3);
const position = (page: Page) =>
  page.evaluate(() => document.querySelector<HTMLVideoElement>("video[data-shown]")?.currentTime ?? -1);
/** Paths of everything in the device's caches. */
const cachedFiles = (page: Page) =>
  page.evaluate(async () => {
    const caches_ = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
    const requests = await Promise.all(caches_.map((cache) => cache.keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });
/** Those of downloaded classes. */
const downloadedFiles = async (page: Page) =>
  (await cachedFiles(page)).filter((path) => path.startsWith("/kept/"));

/** Opens the download panel by its key. */
async function openDownloads(page: Page) {
  await expect(page.getByRole("list", { name: "Tips" })).toBeAttached();
  await page.keyboard.press("o");
  return page.getByRole("dialog", { name: "Download" });
}

test.describe("dance offline", () => {
  // Failed requests are expected here, so the browser's messages about them are no errors.
  test.use({ isQuiet: false, hasServiceWorker: true });

  test("plays a download offline, sends the practice once online, and hides it from others", async ({
    page,
    context,
  }) => {
    await page.goto("/class/drag-the-left/play");
    await playable(page);
    const panel = await openDownloads(page);
    await expectAccessible(page);
    await panel.getByRole("button", { name: "Download" }).click();
    await expect(panel.getByText(/Available offline until/)).toBeVisible();
    // Stored files contain nothing about the account.
    expect(await page.evaluate(async () => (await caches.match("/offline-shell"))!.text())).toContain(
      '"accessToken":null',
    );

    // The font of a script comes with the first page that has a letter of it, and stays for the way.
    const greekFonts = async () => (await cachedFiles(page)).filter((path) => path.includes("sans.greek-"));
    expect(await greekFonts()).toEqual([]);
    await page.evaluate(async () => (await document.fonts.load("1rem 'Instrument Sans'", "Ω")).length);
    await expect.poll(greekFonts).toHaveLength(1);

    await context.setOffline(true);
    await page.goto("/");
    await expect(page.getByRole("heading", { name: "Couldn’t load today’s classes" })).toBeVisible();
    await page.goto("/class/class-1/play");
    await expect(page.getByRole("heading", { name: "Class not downloaded" })).toBeVisible();
    await page.getByRole("alert").getByRole("link", { name: "Downloaded classes" }).click();
    await expect(page.getByRole("heading", { name: "Downloads" })).toBeVisible();
    await expect(page.getByRole("link", { name: /Drag the left/ })).toBeVisible();
    await expectAccessible(page);

    const hall = await context.newPage();
    await hall.goto("/class/drag-the-left/play?t=29");
    await playable(hall);
    await expect(hall.locator(".cap")).toHaveText("Weight on the right");
    await hall.getByRole("button", { name: "Play", exact: true }).click();
    await expect(hall.locator(".cap")).toHaveText("Now let it drag");
    await expect.poll(() => position(hall)).toBeGreaterThan(31);
    await hall.keyboard.press("k");
    await expect(hall.locator(".cnt .num")).toHaveText(/^[1-8]$/);

    // The tab closes while offline; another page sends the practice, once.
    await hall.close();
    const sent: { played: { fromMs: number }[]; positionMs: number }[] = [];
    page.on("requestfinished", (request) => {
      if (request.postData()?.includes("RecordPractice")) sent.push(request.postDataJSON().variables);
    });
    // The first request is lost on the way, and the page sends another by itself.
    const isOfGraphql = (url: URL) => url.pathname === "/graphql";
    let isLost = false;
    await context.route(isOfGraphql, (route) => {
      if (isLost || !route.request().postData()?.includes("RecordPractice")) return route.fallback();
      isLost = true;
      return route.abort();
    });
    await context.setOffline(false);
    // Browsers send it with the connection, but not after an emulated outage.
    await page.evaluate(() => dispatchEvent(new Event("online")));
    await expect.poll(() => sent.length).toBe(1);
    expect(sent[0]!.played[0]!.fromMs).toBeGreaterThanOrEqual(29_000);
    expect(sent[0]!.positionMs).toBeGreaterThan(31_000);
    await expect
      .poll(() => page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes(".practice."))))
      .toEqual([]);
    await expect(page.getByRole("link", { name: /Drag the left/ })).toBeVisible();

    await signInAsAdmin(context);
    await page.goto("/on-device");
    await expect(page.getByText("No downloads")).toBeVisible();
    await expect.poll(() => downloadedFiles(page)).toEqual([]);
    expect(sent).toHaveLength(1);
  });

  test("offers offline only a downloaded class at the end", async ({ page, context }) => {
    test.setTimeout(120_000);
    const download = async () => {
      const panel = await openDownloads(page);
      await panel.getByRole("button", { name: "Download" }).click();
      await expect(panel.getByText(/Available offline until/)).toBeVisible();
    };
    const playToEnd = async () => {
      await page.goto("/class/drag-the-left/play?t=58");
      await playable(page);
      await page.getByRole("button", { name: "Play", exact: true }).click();
      await expect(page.getByRole("heading", { name: "End of class" })).toBeVisible({ timeout: 30_000 });
    };
    const next = page.getByRole("link", { name: /^Up next in \d: / });
    await page.goto("/class/drag-the-left/play");
    await playable(page);
    await download();
    await playToEnd();
    const nextUrl = await next.getAttribute("href");

    await context.setOffline(true);
    await playToEnd();
    const card = page.locator(".pl-card");
    await expect(card.getByRole("link", { name: "Downloaded classes" })).toBeVisible();
    await expect(next).toHaveCount(0);

    await context.setOffline(false);
    await page.goto(nextUrl!);
    await playable(page);
    await download();
    await context.setOffline(true);
    await playToEnd();
    await next.click();
    await playable(page);
  });

  test("goes on with a download that the connection, or a closed tab, has cut", async ({ page, context }) => {
    /** Segments that the download fetched, by their names in the cache. The player fetches its own by another way. */
    let asked: string[] = [];
    context.on("request", (request) => {
      const path = new URL(request.url()).pathname;
      if (request.resourceType() === "fetch" && !request.serviceWorker() && path.endsWith(".m4s"))
        asked.push(path.replace(/^.*\/media\/[^/]+\//, "/kept/"));
    });
    const storedSegments = async () =>
      (await downloadedFiles(page)).filter((path) => path.endsWith(".m4s")).toSorted();
    /** Downloads until some segments are stored and others wait. @returns what lets go of these */
    const downloadSome = async (waiting: RegExp) => {
      const cut = Promise.withResolvers<void>();
      await context.route(waiting, async (route) => {
        if (route.request().resourceType() !== "fetch") return route.continue();
        await cut.promise;
        return route.abort().catch(() => undefined);
      });
      const panel = await openDownloads(page);
      await panel.getByRole("button", { name: "Download" }).click();
      await expect.poll(async () => (await storedSegments()).length).toBeGreaterThan(1);
      return { panel, cut: cut.resolve };
    };
    const isComplete = () => expect(page.getByText(/Available offline until/)).toBeVisible();
    await page.goto("/class/drag-the-left/play");
    await playable(page);

    const first = await downloadSome(/000(0[3-9]|1\d)\.m4s/);
    await context.setOffline(true);
    first.cut();
    await expect(first.panel.getByText(/Download paused/)).toBeVisible();
    const beforeCut = await storedSegments();
    await context.unrouteAll({ behavior: "ignoreErrors" });
    asked = [];
    await context.setOffline(false);
    // Browsers send it with the connection, but not after an emulated outage.
    await page.evaluate(() => dispatchEvent(new Event("online")));
    await isComplete();
    const whole = await storedSegments();
    expect([...new Set(asked)].toSorted()).toEqual(whole.filter((path) => !beforeCut.includes(path)));

    await first.panel.getByRole("button", { name: "Delete download" }).click();
    await expect.poll(storedSegments).toEqual([]);
    const second = await downloadSome(/000(0[3-9]|1\d)\.m4s/);
    const beforeClose = await storedSegments();
    await page.close();
    second.cut();
    await context.unrouteAll({ behavior: "ignoreErrors" });
    asked = [];
    page = await context.newPage();
    await page.goto("/class/drag-the-left/play");
    await openDownloads(page);
    await isComplete();
    expect(await storedSegments()).toEqual(whole);
    expect(asked.filter((path) => beforeClose.includes(path))).toEqual([]);
    expect(asked.length).toBeGreaterThan(0);
  });

  test("removes a download without space, resumes a cut one, and deletes a revoked one", async ({
    page,
    context,
    baseURL,
  }) => {
    await page.goto("/class/drag-the-left/play");
    await playable(page);
    const device = await context.newCDPSession(page);
    const setRoom = (bytes?: number) =>
      device.send("Storage.overrideQuotaForOrigin", {
        origin: new URL(baseURL!).origin,
        ...(bytes === undefined ? {} : { quotaSize: bytes }),
      });
    const panel = await openDownloads(page);
    const keep = panel.getByRole("button", { name: "Download" });
    await setRoom(10_000);
    await keep.click();
    await expect(panel.getByText(/Not enough storage/)).toBeVisible();
    expect(await downloadedFiles(page)).toEqual([]);
    await setRoom();

    await context.route("**/media/**/*00002.m4s", (route) => route.abort());
    await keep.click();
    await expect(panel.getByText(/Download paused/)).toBeVisible();
    const stored = await downloadedFiles(page);
    expect(stored.length).toBeGreaterThan(0);
    await page.goto("/on-device");
    await expect(page.getByText("Incomplete: go online to finish")).toBeVisible();
    await context.unroute("**/media/**/*00002.m4s");
    await page.getByRole("link", { name: /Drag the left/ }).click();
    await expect((await openDownloads(page)).getByText(/Available offline until/)).toBeVisible();
    expect((await downloadedFiles(page)).filter((path) => stored.includes(path))).toHaveLength(stored.length);

    // The next build: files of the previous build, which a tab may still run, stay until the build after.
    const [removed] = (await cachedFiles(page)).filter((path) => path.includes("/assets/end-card"));
    const deploy = async (list: (files: string[]) => string[]) => {
      await context.route("**/offline-files.json", async (route) => {
        const answer = await route.fetch();
        const files = list((await answer.json()) as string[]);
        await route.fulfill({ json: files, headers: { etag: `"${files.length}"` } });
      });
      const seen = page.waitForResponse("**/offline-files.json");
      await page.goto("/class/drag-the-left/play");
      await seen;
    };
    await deploy((files) => files.filter((file) => file !== removed));
    await expect
      .poll(() => page.evaluate(async () => (await caches.match("/offline-files.json"))!.text()))
      .not.toContain(removed);
    expect(await cachedFiles(page)).toContain(removed);
    await deploy((files) => files.filter((file) => file !== removed).concat("/mark.svg"));
    await expect.poll(() => cachedFiles(page)).not.toContain(removed);

    // The subscription has ended: the next check says so.
    await context.route("**/graphql", async (route) => {
      if (!route.request().postData()?.includes("query ClassOnDevice")) return route.fallback();
      const answer = (await (await route.fetch()).json()) as { data: { studioClass: { isLocked: boolean } } };
      answer.data.studioClass.isLocked = true;
      return route.fulfill({ json: answer });
    });
    await page.goto("/on-device");
    await expect(page.getByText("No downloads")).toBeVisible();
    await expect.poll(() => downloadedFiles(page)).toEqual([]);
  });
});
