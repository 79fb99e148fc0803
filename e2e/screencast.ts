import { createCanvas, loadImage } from "@napi-rs/canvas";
import type { Page } from "@playwright/test";

const size = { width: 96, height: 208 };

/** A band of a page, as shares of its height. */
type Band = { from: number; to: number };

/** Mean luminance of a band of an image, 0 to 1, by the weights of ITU-R BT.709 for the coded values. */
async function luminanceOf(image: Buffer, { from, to }: Band): Promise<number> {
  const context = createCanvas(size.width, size.height).getContext("2d");
  context.drawImage(await loadImage(image), 0, 0, size.width, size.height);
  const top = Math.round(from * size.height);
  const { data } = context.getImageData(0, top, size.width, Math.round(to * size.height) - top);
  let sum = 0;
  for (let at = 0; at < data.length; at += 4)
    sum += 0.2126 * data[at]! + 0.7152 * data[at + 1]! + 0.0722 * data[at + 2]!;
  return sum / 255 / (data.length / 4);
}

/**
 * Records every frame that the browser paints while `act` runs.
 * @returns the mean luminance of the band in each frame in order, 0 to 1
 */
export async function luminancesDuring(page: Page, band: Band, act: () => Promise<void>): Promise<number[]> {
  const browser = await page.context().newCDPSession(page);
  const frames: Buffer[] = [];
  browser.on("Page.screencastFrame", ({ data, sessionId }) => {
    frames.push(Buffer.from(data, "base64"));
    // The last frames may arrive after the session has ended.
    browser.send("Page.screencastFrameAck", { sessionId }).catch(() => undefined);
  });
  await browser.send("Page.startScreencast", { format: "png", maxWidth: 390, maxHeight: 844 });
  await act();
  await browser.send("Page.stopScreencast");
  await browser.detach();
  return Promise.all(frames.map((frame) => luminanceOf(frame, band)));
}
