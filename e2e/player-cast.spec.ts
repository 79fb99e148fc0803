import { googlesScript, here, openPlayer } from "./casting.ts";
import { answerWithFake, asked, continueHere, type Load, type Television, type Told } from "./google-cast.ts";
import { expect, test } from "./test.ts";

test.describe("by Google Cast", () => {
  test("loads Google's script on demand, and lets a receiver open the class by its URL alone", async ({
    page,
    playwright,
  }) => {
    const fetched: string[] = [];
    await page.route(googlesScript, async (route) => {
      fetched.push(route.request().url());
      await answerWithFake(route);
    });
    await openPlayer(page);
    await page.keyboard.press("k");
    await expect.poll(async () => (await here(page)).at).toBeGreaterThan(20.5);
    expect(fetched).toEqual([]);
    await page.getByRole("button", { name: "Play on TV" }).click();
    const panel = page.getByRole("dialog", { name: "Play on TV" });
    await panel.getByRole("button", { name: "Google Cast" }).click();
    expect(fetched).toEqual([googlesScript]);
    await expect(page.locator(".pl-away")).toHaveText(/Playing on Demo living room/);
    const [load] = await asked<Load>(page, "load");
    expect(load).toMatchObject({
      autoplay: true,
      activeTrackIds: [1],
      media: { metadata: { title: "Drag the left" } },
    });
    expect(load!.currentTime).toBeGreaterThan(20.4);
    // No cookie is sent, and CORS allows any origin.
    const receiver = await playwright.request.newContext({
      extraHTTPHeaders: { origin: "https://www.gstatic.com" },
    });
    for (const url of [load!.media.args[0] as string, load!.media.tracks[0]!.trackContentId]) {
      const answer = await receiver.get(url);
      expect(answer.status()).toBe(200);
      expect(answer.headers()["access-control-allow-origin"]).toBe("*");
    }
    await receiver.dispose();

    await page.keyboard.press("-");
    await expect
      .poll(async () => (await asked(page, "message")).at(-1))
      .toMatchObject({ playbackRate: 0.95 });
    await page.keyboard.press("c");
    await expect.poll(async () => (await asked<Told>(page, "editTracksInfo")).at(-1)?.args).toEqual([[]]);
    await page.keyboard.press("l");
    await expect.poll(async () => (await asked(page, "seek")).at(-1)).toMatchObject({ currentTime: 25 });
    await page.keyboard.press("k");
    await expect.poll(() => asked(page, "pause")).toHaveLength(1);
    await continueHere(page);
    await expect.poll(async () => (await here(page)).at).toBeGreaterThan(24.9);
  });

  test("requests a new URL once if a receiver can't open it", async ({ page }) => {
    await page.route(googlesScript, answerWithFake);
    await openPlayer(page);
    await page.keyboard.press("s");
    const choose = page.getByRole("button", { name: "Google Cast" });
    await expect(choose).not.toHaveAttribute("aria-disabled", "true");
    await page.evaluate(() => ((window as unknown as { television: Television }).television.failsNext = 1));
    await choose.click();
    await expect.poll(async () => (await asked<Load>(page, "load")).length).toBe(2);
    const [first, second] = (await asked<Load>(page, "load")).map(({ media }) => media.args[0]);
    expect(second).not.toBe(first);
    await page.keyboard.press("k");
    await expect.poll(async () => (await asked(page, "play")).length).toBe(1);
    await page.evaluate(() => {
      const { television } = window as unknown as { television: Television };
      television.failsNext = 9;
      television.goAway();
    });
    await expect(page.getByText("TV disconnected. Paused here.")).toBeVisible();
    await page.keyboard.press("s");
    await choose.click();
    await expect(page.getByText("Your TV couldn’t play this class. Paused here.")).toBeVisible();
    await page.keyboard.press("k");
    await expect.poll(async () => (await here(page)).isPaused).toBe(false);
  });
});
