import type { Page } from "@playwright/test";
import { expect, test } from "./test.ts";

// A network of one's own: somebody there may be counted without being asked.
test.use({ isAskedForConsent: true, extraHTTPHeaders: { "x-forwarded-for": "10.8.8.9" } });

interface Sent {
  readonly type: string;
  readonly name?: string;
  readonly properties: Record<string, string>;
}
/** Every message on its way to the collector, in order. */
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

test("the first page and each change of the route are counted once, with path, url, title and search", async ({
  page,
}) => {
  const { views } = watch(page);
  const seen = async (...paths: string[]) => {
    await expect.poll(() => pathsOf(views())).toEqual(paths);
  };
  await page.goto("/?utm_source=news");
  await seen("/dashboard");
  await page.getByRole("link", { name: "Library" }).first().click();
  await seen("/dashboard", "/library");
  // What narrows a list is no page of its own.
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
  // The browser brings a page back whole that it had put aside.
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

test.describe("a tab that goes", () => {
  // The network is cut on purpose.
  test.use({ isQuiet: false });

  test("what wasn’t sent goes with a beacon when the tab goes, and waits for a network", async ({
    page,
    context,
  }) => {
    // The browser tells nobody of requests that outlive their page: what it took over is noted as it takes it.
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
    // Counted a moment after it has named itself, and kept in the browser when the tab goes without a network.
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
