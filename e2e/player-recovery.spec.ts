import { countKnocks, position, startLink } from "./player-page.ts";
import { expect, test } from "./test.ts";

const isSegment = /\.(m4s|mp4)(\?|$)/;
const isMaster = /\/master\.m3u8$/;

test.describe("without a connection", () => {
  test.use({ refusals: ["net::ERR_FAILED"] });

  test("waits for the connection at the start, and counts in once when it is back", async ({ page }) => {
    const knocks = await countKnocks(page);
    await page.goto("/class/drag-the-left");
    await page.route(isSegment, (route) => route.abort());
    await startLink(page).click();
    await expect(page.getByText("No connection. Reconnecting…")).toBeVisible();
    // Longer than two count-ins.
    await page.evaluate(
      () =>
        new Promise((resolve) => {
          setTimeout(resolve, 8_000);
        }),
    );
    await expect(page.getByText("No connection. Reconnecting…")).toBeVisible();
    const before = await knocks();
    expect(before).toBeLessThanOrEqual(4);

    await page.unroute(isSegment);
    await page.evaluate(() => dispatchEvent(new Event("online")));
    await expect.poll(() => position(page)).toBeGreaterThan(1);
    expect(await knocks()).toBe(before + 4);
    await expect(
      page.getByRole("button", { name: "Pause", exact: true, includeHidden: true }),
    ).toBeAttached();
  });
});

test.describe("a refused stream whose fresh addresses can't be fetched", () => {
  test.use({ isQuiet: false });

  test("says so, and plays after another try", async ({ page }) => {
    let isDown = true;
    let hasRefused = false;
    let failed = 0;
    await page.route(isMaster, (route) => {
      if (!isDown) return route.fallback();
      hasRefused = true;
      return route.fulfill({ status: 403 });
    });
    await page.route("**/graphql", (route) => {
      const isClass = route.request().postDataJSON()?.operationName === "Player";
      if (!isClass || !isDown || !hasRefused) return route.fallback();
      failed += 1;
      return route.abort();
    });
    await page.goto("/class/drag-the-left/play");
    const fault = page.getByRole("alert").filter({ hasText: "Playback stopped" });
    await expect(fault).toBeVisible();
    const before = failed;
    await fault.getByRole("button", { name: "Try again" }).click();
    await expect.poll(() => failed).toBeGreaterThan(before);
    await expect(fault).toBeVisible();
    isDown = false;
    await fault.getByRole("button", { name: "Try again" }).click();
    await expect(fault).toHaveCount(0);
    await expect.poll(() => position(page)).toBeGreaterThan(1);
  });
});
