import type { Page } from "@playwright/test";
import { holdCode, openHome } from "./first-view.ts";
import { expect, test } from "./test.ts";

// A private network: tracking there needs no consent.
test.use({ isAskedForConsent: true, extraHTTPHeaders: { "x-forwarded-for": "10.8.8.9" } });

interface Sent {
  readonly type: string;
  readonly name?: string;
  readonly properties: Record<string, string>;
}
/** Records every message to the collector, in order. */
function watch(page: Page): { views: () => Sent[] } {
  const messages: Sent[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (!pathname.startsWith("/v1/")) return;
    const body = JSON.parse(request.postData() ?? "{}") as { batch?: Sent[] } & Sent;
    messages.push(...(body.batch ?? [body]));
  });
  return { views: () => messages.filter(({ type }) => type === "page") };
}
const pathsOf = (views: readonly Sent[]) => views.map(({ properties }) => properties["path"]);

test("sends one page view for the first page and for each route change", async ({ page }) => {
  const { views } = watch(page);
  const seen = async (...paths: string[]) => {
    await expect.poll(() => pathsOf(views())).toEqual(paths);
  };
  await page.goto("/?utm_source=news");
  await seen("/dashboard");
  await page.getByRole("link", { name: "Library" }).first().click();
  await seen("/dashboard", "/library");
  // A filter of a list isn't a page view.
  await page.getByRole("searchbox").first().fill("house");
  await expect(page).toHaveURL(/search=house|q=house/);
  await page.getByRole("link", { name: "Saved" }).first().click();
  await seen("/dashboard", "/library", "/saved");
  await page.goBack();
  await seen("/dashboard", "/library", "/saved", "/library");
  await page.goForward();
  await seen("/dashboard", "/library", "/saved", "/library", "/saved");
  await page.reload();
  await seen("/dashboard", "/library", "/saved", "/library", "/saved", "/saved");
  // The browser restores a page from its back/forward cache.
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
  await seen("/dashboard", "/library", "/saved", "/library", "/saved", "/saved", "/saved");
  const [, library, , again] = views();
  const origin = new URL(page.url()).origin;
  expect(library!.properties).toMatchObject({
    path: "/library",
    url: `${origin}/library`,
    search: "",
    title: expect.stringContaining("Eightcount") as unknown as string,
  });
  expect(library!.properties["title"]).not.toBe(views()[2]!.properties["title"]);
  expect(again!.properties["search"]).toContain("house");
  expect(again!.properties["url"]).toContain("house");
});

test("counts a home page that was left before the app had loaded", async ({ page }) => {
  const { views } = watch(page);
  const { release } = await holdCode(page);
  await openHome(page, { search: "?utm_source=news" });
  const url = page.url();
  await page.getByRole("link", { name: "About this class" }).click();
  release();
  await expect.poll(() => pathsOf(views())).toEqual(["/dashboard", "/class/drag-the-left"]);
  const [home, studioClass] = views();
  expect(home!.properties).toMatchObject({ url, search: "?utm_source=news", referrer: "" });
  expect(studioClass!.properties).toMatchObject({ referrer: url });
});

test.describe("a tab that closes", () => {
  // The network is cut on purpose.
  test.use({ isQuiet: false });

  test("sends the queue by beacon when the tab closes, and stores it while offline", async ({
    page,
    context,
  }) => {
    // Playwright doesn't report requests that outlive their page: beacons are recorded as they are queued.
    await page.addInitScript(() => {
      const send = navigator.sendBeacon.bind(navigator);
      navigator.sendBeacon = (url, body) => {
        const isTaken = send(url, body);
        void (body as Blob)
          .text()
          .then((text) => localStorage.setItem("beacon", JSON.stringify({ url, isTaken, text })));
        return isTaken;
      };
    });
    const { views } = watch(page);
    const leave = () => page.evaluate(() => dispatchEvent(new PageTransitionEvent("pagehide")));
    const stored = (key: string) => page.evaluate((name) => localStorage.getItem(name) ?? "", key);
    await page.goto("/library");
    await expect.poll(() => pathsOf(views())).toEqual(["/library"]);
    await context.setOffline(true);
    await page.getByRole("link", { name: "Saved" }).first().click();
    await expect(page).toHaveURL(/saved/);
    // The page view follows the identify call, and is stored if the tab closes without a network.
    await expect
      .poll(async () => {
        await leave();
        return stored("eightcount.events");
      })
      .toContain('"/saved"');
    await context.setOffline(false);
    await expect.poll(() => pathsOf(views())).toEqual(["/library", "/saved"]);
    expect(await stored("eightcount.events")).toBe("");
    await page.route("**/v1/**", (route) => route.abort());
    await page.getByRole("link", { name: "Library" }).first().click();
    await expect
      .poll(async () => {
        await leave();
        return stored("beacon");
      })
      .toContain('\\"/library\\"');
    const beacon = JSON.parse(await stored("beacon")) as { url: string; isTaken: boolean; text: string };
    expect(beacon).toMatchObject({ url: "/v1/batch", isTaken: true });
    expect(JSON.parse(beacon.text)).toMatchObject({
      writeKey: "eightcount-web",
      batch: [{ type: "page", name: "/library" }],
    });
  });
});
