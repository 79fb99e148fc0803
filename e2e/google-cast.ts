/** A television by Google Cast for journeys: a fake of Google's script, with a receiver that has a clock. */
import type { Page, Route } from "@playwright/test";
import { googlesScript, openPlayer } from "./casting.ts";
import { expect } from "./test.ts";

/** Fakes Google's side: its script, a receiver with a clock, and a list of its requests. */
const fakeScript = () => {
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
/** A class of Google's script, with what it was constructed from. */
export type Told = { args: unknown[] };
/** A request that opens a class on the receiver; `currentTime` in seconds. */
export type Load = {
  currentTime: number;
  autoplay: boolean;
  activeTrackIds: number[];
  media: Told & { tracks: { trackContentId: string }[]; metadata: { title: string } };
};
/** What journeys do with the receiver: `window.television`. */
export type Television = {
  log: { name: string; asked: unknown }[];
  failsNext: number;
  goAway(): void;
  finish(): void;
};
/** The arguments of the requests of a kind that the receiver got, in order. */
export const asked = <Asked>(page: Page, name: string): Promise<Asked[]> =>
  page.evaluate(
    (wanted) =>
      (window as unknown as { television: Television }).television.log
        .filter((entry) => entry.name === wanted)
        .map((entry) => entry.asked as Asked),
    name,
  );

/** Answers the request for Google's script with the fake. */
export const answerWithFake = (route: Route): Promise<void> =>
  route.fulfill({ contentType: "text/javascript", body: `(${fakeScript.toString()})()` });

/** Opens a class on a television. @param path of the player, if it isn't the journeys' class */
export const playOnTelevision = async (page: Page, path?: string): Promise<void> => {
  await page.route(googlesScript, answerWithFake);
  await openPlayer(page, path);
  await page.keyboard.press("s");
  await page.getByRole("button", { name: "Google Cast" }).click();
  await expect(page.locator(".pl-away")).toHaveText(/Playing on Demo living room/);
};

/** Brings the class back from the television by the panel, which is opened by its key. */
export const continueHere = async (page: Page): Promise<void> => {
  await page.keyboard.press("s");
  await page.getByRole("button", { name: "Continue here" }).click();
  await expect(page.locator(".pl-away")).toHaveCount(0);
  expect(await asked(page, "stop")).toHaveLength(1);
};

/** Opens a class, and plays it to its end on a television. */
export const finishOnTelevision = async (page: Page): Promise<void> => {
  await playOnTelevision(page);
  await page.evaluate(() => (window as unknown as { television: Television }).television.finish());
};

/**
 * Acts as soon as the countdown to the next class is shown, so that the countdown can't end first on a slow machine.
 * @returns the title of the next class
 */
export const atCountdown = (page: Page, act: "goAway" | "press"): Promise<string> =>
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
