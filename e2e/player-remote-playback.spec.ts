import type { Page } from "@playwright/test";
import { googlesScript, here, openPlayer } from "./casting.ts";
import { expect, expectAccessible, test } from "./test.ts";

test.describe("by Remote Playback", () => {
  /** Fakes the browser's side: a television for every element that asks, which plays the element's source. */
  const standIn = () => {
    const remotes = new WeakMap<HTMLMediaElement, EventTarget>();
    const makeRemote = (element: HTMLMediaElement) =>
      Object.assign(new EventTarget(), {
        state: "disconnected",
        async watchAvailability(listener: (isInReach: boolean) => void) {
          setTimeout(() => listener(!element.disableRemotePlayback));
          return 1;
        },
        async cancelWatchAvailability() {},
        async prompt(this: EventTarget & { state: string }) {
          for (const [state, event] of [
            ["connecting", "connecting"],
            ["connected", "connect"],
          ] as const) {
            this.state = state;
            this.dispatchEvent(new Event(event));
          }
          Object.assign(window, { television: { element, remote: this } });
        },
      });
    Object.defineProperty(HTMLMediaElement.prototype, "remote", {
      configurable: true,
      get(this: HTMLMediaElement) {
        if (!remotes.has(this)) remotes.set(this, makeRemote(this));
        return remotes.get(this);
      },
    });
  };
  type Television = { element: HTMLVideoElement; remote: EventTarget & { state: string } };
  const there = (page: Page) =>
    page.evaluate(() => {
      const { element } = (window as unknown as { television: Television }).television;
      return {
        isPaused: element.paused,
        at: element.currentTime,
        rate: element.playbackRate,
        muted: element.muted,
        url: element.src,
      };
    });

  test("casts a class to a television, controls it, and resumes here at the same position", async ({
    page,
  }) => {
    await page.addInitScript(standIn);
    await page.route(googlesScript, (route) =>
      route.fulfill({ contentType: "text/javascript", body: "__onGCastApiAvailable(false)" }),
    );
    await openPlayer(page);
    await page.keyboard.press("k");
    await expect.poll(async () => (await here(page)).at).toBeGreaterThan(20.5);
    await page.keyboard.press("s");
    const panel = page.getByRole("dialog", { name: "Play on TV" });
    await expect(panel.getByText("Loops restart with a short gap.")).toBeVisible();
    await expectAccessible(page);
    await panel.getByRole("button", { name: "Choose a TV" }).click();
    await expect(page.locator(".pl-away")).toHaveText(/Playing on your TV/);
    await expect(page.locator("[aria-live]", { hasText: "Playing on your TV" })).toBeAttached();
    // Only the television plays sound, from the same position.
    await expect.poll(async () => (await there(page)).at).toBeGreaterThan(21.5);
    expect(await there(page)).toMatchObject({ isPaused: false, muted: false });
    expect((await here(page)).isPaused).toBe(true);
    // The count follows the television's clock: 96 beats a minute, the class's one at 0.
    await expect
      .poll(() =>
        page.evaluate(() => {
          const { element } = (window as unknown as { television: Television }).television;
          const apart = (Math.floor(element.currentTime / 0.625) % 8) + 1;
          return apart - Number(document.querySelector(".cnt .num")!.textContent);
        }),
      )
      .toBe(0);
    await expectAccessible(page);

    await page.getByRole("button", { name: "80", exact: true, includeHidden: true }).dispatchEvent("click");
    await expect.poll(async () => (await there(page)).rate).toBe(0.8);
    // A loop repeats there too, by a seek.
    await page.keyboard.press("e");
    const end = page.getByRole("slider", { name: "Loop end", includeHidden: true });
    await expect(end).toHaveAttribute("aria-valuetext", /eight \d+, count 8/);
    const turned = page.evaluate(
      () =>
        new Promise<boolean>((resolve) => {
          const { element } = (window as unknown as { television: Television }).television;
          let last = element.currentTime;
          element.addEventListener("timeupdate", () => {
            if (element.currentTime < last - 2) resolve(true);
            last = element.currentTime;
          });
        }),
    );
    expect(await turned).toBe(true);
    await page.keyboard.press("r");
    // The panel lists what a television can't do.
    await page.keyboard.press("m");
    await expect(panel.getByText("Mirroring isn’t available.")).toBeVisible();
    await page.keyboard.press("Escape");
    // The other angle is another URL, from the same position.
    const before = await there(page);
    await page.keyboard.press("b");
    await expect.poll(async () => (await there(page)).url).toContain("/back/");
    await expect.poll(async () => (await there(page)).at).toBeGreaterThan(before.at - 1);

    await page.keyboard.press("k");
    await expect.poll(async () => (await there(page)).isPaused).toBe(true);
    await page.getByRole("slider", { name: "Position" }).fill("40");
    await expect.poll(async () => (await there(page)).at).toBeCloseTo(40, 0);
    // The television's own remote control updates this page.
    await page.evaluate(() => (window as unknown as { television: Television }).television.element.play());
    await expect(page.getByRole("button", { name: "Pause" })).toBeVisible();
    await expect.poll(async () => (await there(page)).at).toBeGreaterThan(41);
    // Switched off: the class is paused here, at the television's position.
    await page.evaluate(() => {
      const { remote } = (window as unknown as { television: Television }).television;
      remote.state = "disconnected";
      remote.dispatchEvent(new Event("disconnect"));
    });
    await expect(page.getByText("TV disconnected. Paused here.")).toBeVisible();
    await expect(page.locator(".pl-away")).toHaveCount(0);
    await expect.poll(async () => (await here(page)).at).toBeGreaterThan(40.9);
    expect((await here(page)).isPaused).toBe(true);
    await page.keyboard.press("k");
    await expect.poll(async () => (await here(page)).isPaused).toBe(false);
  });

  test("starts no other class by itself, which would play here and not there", async ({ page }) => {
    await page.addInitScript(standIn);
    await page.route(googlesScript, (route) =>
      route.fulfill({ contentType: "text/javascript", body: "__onGCastApiAvailable(false)" }),
    );
    await openPlayer(page);
    await page.keyboard.press("k");
    await page.keyboard.press("s");
    await page.getByRole("button", { name: "Choose a TV" }).click();
    await expect(page.locator(".pl-away")).toHaveText(/Playing on your TV/);
    await expect.poll(async () => (await there(page)).at).toBeGreaterThan(20);
    await page.evaluate(() => {
      const { element } = (window as unknown as { television: Television }).television;
      element.currentTime = element.duration - 3;
    });
    await expect(page.getByRole("heading", { name: "End of class" })).toBeVisible();
    await expect(page.getByRole("link", { name: /^Next: / })).toBeVisible();
    await expect(page.getByRole("link", { name: /^Up next in/ })).toHaveCount(0);
  });

  test.describe("while a stream is refused on this device", () => {
    test.use({ refusals: ["429 /", ".m4s"] });

    test("goes on showing what the television plays, and says so only after it", async ({ page }) => {
      await page.addInitScript(standIn);
      await page.route(googlesScript, (route) =>
        route.fulfill({ contentType: "text/javascript", body: "__onGCastApiAvailable(false)" }),
      );
      const { promise: isCasting, resolve: refuse } = Promise.withResolvers<void>();
      let refused = 0;
      await page.route(/\/front\/v\d+\/\d+\.m4s/, async (route) => {
        const request = route.request();
        const number = Number(/(\d+)\.m4s/.exec(request.url())?.[1]);
        // The television's element fetches by itself, and this device's stream by script.
        if (number < 12 || request.resourceType() === "media") return route.fallback();
        await isCasting;
        refused += 1;
        await route.fulfill({ status: 429 });
      });
      await openPlayer(page);
      await page.keyboard.press("k");
      await page.keyboard.press("s");
      await page
        .getByRole("dialog", { name: "Play on TV" })
        .getByRole("button", { name: "Choose a TV" })
        .click();
      await expect(page.locator(".pl-away")).toHaveText(/Playing on your TV/);
      await page.keyboard.press("Escape");
      refuse();
      await expect.poll(() => refused).toBeGreaterThan(0);
      const before = await there(page);
      await expect.poll(async () => (await there(page)).at).toBeGreaterThan(before.at + 1);
      await expect(page.getByRole("button", { name: "Pause", exact: true })).toBeAttached();
      const fault = page.getByRole("alert").filter({ hasText: "Playing on 3 devices" });
      await expect(fault).toHaveCount(0);
      await page.evaluate(() => {
        const { remote } = (window as unknown as { television: Television }).television;
        remote.state = "disconnected";
        remote.dispatchEvent(new Event("disconnect"));
      });
      await expect(fault).toBeVisible();
    });
  });
});
