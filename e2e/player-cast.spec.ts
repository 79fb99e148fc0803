import type { Page } from "@playwright/test";
import { googlesScript, here, openPlayer } from "./casting.ts";
import { countKnocks, sends } from "./player-page.ts";
import { expect, test } from "./test.ts";

test.describe("by Google Cast", () => {
  /** Fakes Google's side: its script, a receiver with a clock, and a list of its requests. */
  const script = () => {
    type Listener = (isAlive: boolean) => void;
    const log: { name: string; asked: unknown }[] = [];
    const sessions: Set<Listener>[] = [];
    const place = { at: 0, since: performance.now(), rate: 1 };
    const television = {
      log,
      failsNext: 0,
      goAway: () => sessions.at(-1)!.forEach((listener) => listener(false)),
      finish: () => {},
    };
    const makeMedia = (asked: { currentTime: number; autoplay: boolean }) => {
      const listeners = new Set<Listener>();
      const media = {
        mediaSessionId: 7,
        playerState: asked.autoplay ? "PLAYING" : "PAUSED",
        idleReason: null,
        playbackRate: 1,
        getEstimatedTime: () =>
          place.at +
          (media.playerState === "PLAYING" ? ((performance.now() - place.since) / 1000) * place.rate : 0),
        addUpdateListener: (listener: Listener) => listeners.add(listener),
        removeUpdateListener: (listener: Listener) => listeners.delete(listener),
        getStatus: (_asked: null, done: () => void) => done(),
      };
      const becomes = (change: object, at = media.getEstimatedTime()) => {
        Object.assign(place, { at, since: performance.now() });
        Object.assign(media, change);
        setTimeout(() => listeners.forEach((listener) => listener(true)));
      };
      becomes({}, asked.currentTime);
      television.finish = () => becomes({ playerState: "IDLE", idleReason: "FINISHED" });
      const does: Record<string, (wanted: { currentTime: number }) => void> = {
        play: () => becomes({ playerState: "PLAYING" }),
        pause: () => becomes({ playerState: "PAUSED" }),
        seek: ({ currentTime }) => becomes({}, currentTime),
        setVolume: () => undefined,
        editTracksInfo: () => undefined,
      };
      for (const [name, act] of Object.entries(does))
        Object.assign(media, {
          [name]: (wanted: { currentTime: number }, done: () => void) => {
            log.push({ name, asked: structuredClone(wanted) });
            act(wanted);
            done();
          },
        });
      return { media, becomes };
    };
    const session = () => {
      const listeners = new Set<Listener>();
      sessions.push(listeners);
      let playing: ReturnType<typeof makeMedia> | null = null;
      return {
        receiver: { friendlyName: "Demo living room" },
        addUpdateListener: (listener: Listener) => listeners.add(listener),
        removeUpdateListener: (listener: Listener) => listeners.delete(listener),
        loadMedia(
          asked: { currentTime: number; autoplay: boolean },
          done: (media: object) => void,
          refused: (error: object) => void,
        ) {
          log.push({ name: "load", asked: structuredClone(asked) });
          if (television.failsNext-- > 0) return refused({ code: "load_media_failed" });
          playing = makeMedia(asked);
          done(playing.media);
        },
        sendMessage(_namespace: string, asked: { playbackRate: number }, done: () => void) {
          log.push({ name: "message", asked });
          playing!.becomes({ playbackRate: asked.playbackRate });
          place.rate = asked.playbackRate;
          done();
        },
        stop: (done: () => void) => (log.push({ name: "stop", asked: null }), done()),
      };
    };
    class Told {
      args: unknown[];
      constructor(...args: unknown[]) {
        this.args = args;
      }
    }
    Object.assign(window, { television });
    Object.assign(((window as { chrome?: object }).chrome ??= {}), {
      cast: {
        AutoJoinPolicy: { PAGE_SCOPED: "page_scoped" },
        SessionRequest: Told,
        ApiConfig: Told,
        Image: Told,
        Volume: Told,
        media: {
          MediaInfo: Told,
          GenericMediaMetadata: Told,
          LoadRequest: class {
            media: unknown;
            constructor(media: unknown) {
              this.media = media;
            }
          },
          SeekRequest: Told,
          VolumeRequest: Told,
          Track: Told,
          EditTracksInfoRequest: Told,
        },
        initialize({ args }: { args: ((availability: string) => void)[] }, done: () => void) {
          done();
          args[2]!("available");
        },
        requestSession: (done: (made: object) => void) => done(session()),
      },
    });
    (window as unknown as { __onGCastApiAvailable(isAvailable: boolean): void }).__onGCastApiAvailable(true);
  };
  type Told = { args: unknown[] };
  type Load = {
    currentTime: number;
    autoplay: boolean;
    activeTrackIds: number[];
    media: Told & { tracks: { trackContentId: string }[]; metadata: { title: string } };
  };
  type Television = {
    log: { name: string; asked: unknown }[];
    failsNext: number;
    goAway(): void;
    finish(): void;
  };
  const asked = <Asked>(page: Page, name: string): Promise<Asked[]> =>
    page.evaluate(
      (wanted) =>
        (window as unknown as { television: Television }).television.log
          .filter((entry) => entry.name === wanted)
          .map((entry) => entry.asked as Asked),
      name,
    );

  test("loads Google's script on demand, and lets a receiver open the class by its URL alone", async ({
    page,
    playwright,
  }) => {
    const fetched: string[] = [];
    await page.route(googlesScript, async (route) => {
      fetched.push(route.request().url());
      await route.fulfill({ contentType: "text/javascript", body: `(${script.toString()})()` });
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
    await page.keyboard.press("s");
    await panel.getByRole("button", { name: "Continue here" }).click();
    await expect(page.locator(".pl-away")).toHaveCount(0);
    expect(await asked(page, "stop")).toHaveLength(1);
    await expect.poll(async () => (await here(page)).at).toBeGreaterThan(24.9);
  });

  /** Opens a class on a television. @param path of the player, if it isn't the journeys' class */
  const playOnTelevision = async (page: Page, path?: string): Promise<void> => {
    await page.route(googlesScript, (route) =>
      route.fulfill({ contentType: "text/javascript", body: `(${script.toString()})()` }),
    );
    await openPlayer(page, path);
    await page.keyboard.press("s");
    await page.getByRole("button", { name: "Google Cast" }).click();
    await expect(page.locator(".pl-away")).toHaveText(/Playing on Demo living room/);
  };

  /** Opens a class, and plays it to its end on a television. */
  const finishOnTelevision = async (page: Page): Promise<void> => {
    await playOnTelevision(page);
    await page.evaluate(() => (window as unknown as { television: Television }).television.finish());
  };

  /**
   * Acts as soon as the countdown to the next class is shown, so that the countdown can't end first on a slow machine.
   * @returns the title of the next class
   */
  const atCountdown = (page: Page, act: "goAway" | "press"): Promise<string> =>
    page.evaluate(
      (wanted) =>
        new Promise<string>((resolve) => {
          const look = () => {
            const link = [...document.querySelectorAll<HTMLAnchorElement>(".pl-card a")].find((one) =>
              one.textContent.startsWith("Up next in "),
            );
            if (!link) return;
            seen.disconnect();
            resolve(link.textContent.replace(/^.*?: /, ""));
            if (wanted === "press") link.click();
            else (window as unknown as { television: Television }).television.goAway();
          };
          const seen = new MutationObserver(look);
          seen.observe(document.body, { childList: true, subtree: true, characterData: true });
          (window as unknown as { television: Television }).television.finish();
        }),
      act,
    );

  test("ends the countdown to the next class when the television goes away", async ({ page }) => {
    await playOnTelevision(page);
    await atCountdown(page, "goAway");
    await expect(page.getByText("TV disconnected. Paused here.")).toBeVisible();
    await expect(page.getByRole("link", { name: /^Up next in/ })).toHaveCount(0);
  });

  test("goes on with the next class on the same television", async ({ page }) => {
    const counted = await countKnocks(page);
    await playOnTelevision(page);
    const title = await atCountdown(page, "press");
    await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
    await expect(page.locator(".pl-away")).toHaveText(/Playing on Demo living room/);
    await expect
      .poll(async () => (await asked<Load>(page, "load")).map(({ media }) => media.metadata.title))
      .toEqual(["Drag the left", title]);
    expect((await asked<Load>(page, "load"))[1]).toMatchObject({ currentTime: 0 });
    await expect.poll(() => asked(page, "play")).toHaveLength(1);
    expect(await counted()).toBe(0);
    expect((await here(page)).isPaused).toBe(true);
    expect(await asked(page, "stop")).toHaveLength(0);
    // Controlled from here like the first.
    await page.keyboard.press("k");
    await expect.poll(() => asked(page, "pause")).toHaveLength(1);
    await page.keyboard.press("s");
    await page.getByRole("button", { name: "Continue here" }).click();
    await expect(page.locator(".pl-away")).toHaveCount(0);
    expect(await asked(page, "stop")).toHaveLength(1);
  });

  test("goes on with the next class on the same television when the countdown has ended", async ({
    page,
  }) => {
    await finishOnTelevision(page);
    // What covers the video on this device doesn't cover the card.
    const cancel = page.getByRole("button", { name: "Cancel" });
    await expect(cancel).toBeVisible();
    expect(
      await cancel.evaluate((button) => {
        const { x, y, width, height } = button.getBoundingClientRect();
        return document.elementFromPoint(x + width / 2, y + height / 2) === button;
      }),
    ).toBe(true);
    await expect.poll(() => asked(page, "load")).toHaveLength(2);
    await expect(page.locator(".pl-away")).toHaveText(/Playing on Demo living room/);
    expect((await here(page)).isPaused).toBe(true);
    expect(await asked(page, "stop")).toHaveLength(0);
  });

  test("pauses the television until another class of the set has opened, and goes on with it there", async ({
    page,
  }) => {
    await page.goto("/dashboard");
    const set = page.getByRole("region", { name: "Today’s set" }).getByRole("listitem");
    await set.nth(0).getByRole("link").click();
    await expect(page).toHaveURL(/\?set=/);
    await playOnTelevision(page, page.url().replace("?", "/play?"));
    await page.locator(".pl-set summary").click();
    await page.locator(".pl-set .set-i").nth(1).click();
    await expect.poll(() => asked(page, "load")).toHaveLength(2);
    expect(await asked(page, "pause")).toHaveLength(1);
    await expect(page.locator(".pl-away")).toHaveText(/Playing on Demo living room/);
    expect(await asked(page, "stop")).toHaveLength(0);
  });

  test("says that the television went away while it waited for the next class", async ({ page }) => {
    await playOnTelevision(page);
    // The next class is opened, and its tools come after the television has gone.
    await page.evaluate(() => {
      const { television } = window as unknown as { television: Television };
      new MutationObserver((_changes, seen) => {
        if (document.querySelector(".pl-card") || !document.querySelector("video[data-shown]")) return;
        seen.disconnect();
        television.goAway();
      }).observe(document.body, { childList: true, subtree: true });
    });
    await atCountdown(page, "press");
    await expect(page.locator(".pl-card")).toHaveCount(0);
    await expect(page.locator(".pl-away")).toHaveCount(0);
    // Either it starts here, or it says why not.
    await expect
      .poll(async () => {
        const isSaid = await page.getByText("TV disconnected. Paused here.").isVisible();
        return isSaid || !(await here(page)).isPaused;
      })
      .toBe(true);
    expect(await asked(page, "load")).toHaveLength(1);
  });

  test("goes on with the class that the end of a preview offers on the same television", async ({ page }) => {
    await page.route("**/graphql", async (route) => {
      if (
        !sends(route.request(), "Player") ||
        route.request().postDataJSON().variables.id !== "drag-the-left"
      )
        return route.fallback();
      const answer = await route.fetch();
      const text = await answer.text();
      return route.fulfill({
        response: answer,
        body: text.replaceAll('"isPreview":false', '"isPreview":true'),
      });
    });
    await playOnTelevision(page);
    // To the last seconds of the preview.
    for (let step = 0; step < 5; step += 1) await page.keyboard.press("ArrowRight");
    await page.keyboard.press("k");
    await expect(page.getByRole("heading", { name: "End of preview" })).toBeVisible();
    const next = page.getByRole("link", { name: /^Dance this instead: / });
    const title = (await next.textContent())!.replace(/^.*?: /, "");
    await next.click();
    await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
    await expect(page.locator(".pl-away")).toHaveText(/Playing on Demo living room/);
    await expect
      .poll(async () => (await asked<Load>(page, "load")).map(({ media }) => media.metadata.title))
      .toEqual(["Drag the left", title]);
    expect((await here(page)).isPaused).toBe(true);
    expect(await asked(page, "stop")).toHaveLength(0);
  });

  test("goes on with a class that was left out of the set on the same television", async ({ page }) => {
    await page.goto("/dashboard");
    const set = page.getByRole("region", { name: "Today’s set" }).getByRole("listitem");
    await expect(set).toHaveCount(3);
    await set.nth(2).getByRole("link").click();
    await expect(page).toHaveURL(/\?set=/);
    await playOnTelevision(page, page.url().replace("?", "/play?"));
    await page.evaluate(() => (window as unknown as { television: Television }).television.finish());
    await expect(page.getByRole("heading", { name: "End of the set" })).toBeVisible();
    await page.getByRole("link", { name: "Drag the left" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Drag the left" })).toBeVisible();
    await expect(page.locator(".pl-away")).toHaveText(/Playing on Demo living room/);
    await expect.poll(() => asked(page, "load")).toHaveLength(2);
    expect(await asked(page, "stop")).toHaveLength(0);
  });

  test("requests a new URL once if a receiver can't open it", async ({ page }) => {
    await page.route(googlesScript, (route) =>
      route.fulfill({ contentType: "text/javascript", body: `(${script.toString()})()` }),
    );
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
