import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { expect, test } from "./test.ts";

const client = join(
  dirname(createRequire(import.meta.url).resolve("@segment/analytics-next/package.json")),
  "dist/umd/index.js",
);

/** Runs Segment's own browser library in a page. */
interface Segment {
  page: (name: string) => Promise<unknown>;
  track: (event: string, properties: object) => Promise<unknown>;
  identify: (id: string) => Promise<unknown>;
  group: (id: string) => Promise<unknown>;
  alias: (id: string) => Promise<unknown>;
}

for (const strategy of ["standard", "batching"] as const)
  test(`accepts events of Segment’s own browser library, ${strategy}`, async ({ page, baseURL }) => {
    const answers: { path: string; status: number; types: string[] }[] = [];
    page.on("response", async (response) => {
      const { pathname } = new URL(response.url());
      if (!pathname.startsWith("/v1/")) return;
      const sent = JSON.parse(response.request().postData() ?? "{}") as {
        type?: string;
        batch?: { type: string }[];
      };
      const types = sent.batch?.map(({ type }) => type) ?? [sent.type ?? ""];
      answers.push({ path: pathname, status: response.status(), types });
    });
    await page.route("**/a-page-of-somebody-else?*", (route) =>
      route.fulfill({
        contentType: "text/html",
        body: "<!doctype html><title>Elsewhere</title><h1>Elsewhere</h1>",
      }),
    );
    await page.goto(`${baseURL}/a-page-of-somebody-else?utm_source=news`);
    await page.addScriptTag({ path: client });
    await page.evaluate(
      async ({ host, chosen }) => {
        const { AnalyticsBrowser } = (
          window as unknown as {
            AnalyticsNext: { AnalyticsBrowser: { load: (settings: object, options: object) => Segment } };
          }
        ).AnalyticsNext;
        const { protocol, host: apiHost } = new URL(host);
        const delivery = {
          apiKey: "eightcount-web",
          apiHost: `${apiHost}/v1`,
          protocol: protocol.slice(0, -1),
          ...(chosen === "batching"
            ? { deliveryStrategy: { strategy: "batching", config: { size: 5, timeout: 500 } } }
            : {}),
        };
        const analytics = AnalyticsBrowser.load(
          { writeKey: "eightcount-web", cdnSettings: { integrations: { "Segment.io": delivery } } },
          { integrations: { "Segment.io": delivery } },
        );
        await Promise.all([
          analytics.page("Elsewhere"),
          analytics.track("Class Opened", { id: 1 }),
          analytics.identify("demo-segment"),
          analytics.group("demo-crew"),
          analytics.alias("demo-segment-2"),
        ]);
      },
      { host: baseURL!, chosen: strategy },
    );
    await expect
      .poll(() => answers.flatMap(({ types }) => types).toSorted())
      .toEqual(["alias", "group", "identify", "page", "track"]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    if (strategy === "batching") expect(answers.map(({ path }) => path)).toContain("/v1/b");
  });
