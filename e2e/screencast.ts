import { createCanvas, loadImage } from "@napi-rs/canvas";
import type { Page } from "@playwright/test";

const size = { width: 96, height: 208 };

/** Luminance above which a pixel isn't the background of the dark theme, 0 to 1. */
const lit = 0.08;

/** Share of an image's pixels, 0 to 1, that are lighter than the background of the dark theme; by the weights of ITU-R BT.709. */
async function litShareOf(image: Buffer): Promise<number> {
  const context = createCanvas(size.width, size.height).getContext("2d");
  context.drawImage(await loadImage(image), 0, 0, size.width, size.height);
  const { data } = context.getImageData(0, 0, size.width, size.height);
  let count = 0;
  for (let at = 0; at < data.length; at += 4)
    count += Number(0.2126 * data[at]! + 0.7152 * data[at + 1]! + 0.0722 * data[at + 2]! > lit * 255);
  return count / (data.length / 4);
}

/**
 * Records every frame that the browser paints while `act` runs.
 * @returns for each frame in order the share of its pixels, 0 to 1, that are lighter than the background of the dark theme
 */
export async function litSharesDuring(page: Page, act: () => Promise<void>): Promise<number[]> {
  const browser = await page.context().newCDPSession(page);
  const frames: Buffer[] = [];
  browser.on("Page.screencastFrame", ({ data, sessionId }) => {
    frames.push(Buffer.from(data, "base64"));
    void browser.send("Page.screencastFrameAck", { sessionId });
  });
  await browser.send("Page.startScreencast", { format: "png", maxWidth: 390, maxHeight: 844 });
  await act();
  await browser.send("Page.stopScreencast");
  await browser.detach();
  return Promise.all(frames.map(litShareOf));
}
