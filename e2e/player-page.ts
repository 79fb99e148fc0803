import type { Page, Request } from "@playwright/test";

/** The position of the shown video, seconds; -1 without one. */
export const position = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      (
        document.querySelector<HTMLVideoElement>("video[data-shown]") ??
        document.querySelector<HTMLVideoElement>("video")
      )?.currentTime ?? -1,
  );

/** Which angle of the journeys' class has a pixel of this color: the front is blue, the back red. */
export const dominantColor = ({ red, blue }: { red: number; blue: number }): "blue" | "red" | "other" =>
  blue > red + 60 ? "blue" : red > blue + 60 ? "red" : "other";

/** The link on a class's page that starts it. */
export const startLink = (page: Page) =>
  page.getByRole("link", { name: /^(Start class|Continue from|Dance again)/ }).first();

/** Whether a request sends the operation of GraphQL. */
export const sends = (request: Request, operation: string): boolean =>
  request.url().endsWith("/graphql") && request.postDataJSON()?.operationName === operation;

/** Counts the knocks of count-ins from the next page on. @returns how many were scheduled so far */
export async function countKnocks(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const counted = globalThis as unknown as { knocks: number };
    counted.knocks = 0;
    const { start } = OscillatorNode.prototype;
    OscillatorNode.prototype.start = function startCounted(...when) {
      counted.knocks += 1;
      return start.apply(this, when);
    };
  });
  return () => page.evaluate(() => (globalThis as unknown as { knocks: number }).knocks);
}

/** Simulates a device without a sound output. Call it before the page opens. */
export const withoutSoundOutput = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    Object.assign(globalThis, {
      AudioContext: class {
        constructor() {
          throw new DOMException("No output device", "NotSupportedError");
        }
      },
    });
  });
