import { randomUUID } from "node:crypto";
import { expect, expectAccessible, test } from "./test.ts";
import type { Page } from "@playwright/test";

const open = async (page: Page, search = "?part=2") => {
  await page.goto(`/class/drag-the-left/play${search}`);
  await expect
    .poll(() => page.evaluate(() => document.querySelector("video")?.readyState ?? 0))
    .toBeGreaterThanOrEqual(3);
};
const camera = (page: Page) => page.getByRole("figure", { name: "Your camera" });
/** Loops the first three counts of part two. */
const loopThreeCounts = async (page: Page) => {
  await page.keyboard.press("r");
  const end = page.getByRole("slider", { name: "Loop end" });
  for (let eight = 12; eight > 5; eight--) await end.press("Shift+ArrowLeft");
  for (let count = 8; count > 3; count--) await end.press("ArrowLeft");
  await expect(end).toHaveAttribute("aria-valuetext", "eight 5, count 3");
};
/** Whether the frame of `selector` differs from the one half a second ago. */
const moves = (page: Page, selector: string) =>
  page.evaluate(async (wanted) => {
    const look = () => {
      const source = document.querySelector<HTMLVideoElement | HTMLCanvasElement>(wanted);
      const context = new OffscreenCanvas(64, 36).getContext("2d")!;
      if (source) context.drawImage(source, 0, 0, 64, 36);
      return context.getImageData(0, 0, 64, 36).data.join();
    };
    const before = look();
    await new Promise((resolve) => setTimeout(resolve, 500));
    return look() !== before;
  }, selector);

test.describe("with a camera", () => {
  test.use({ permissions: ["camera", "microphone"] });

  test("shows the camera next to the class, over it, and delayed by counts", async ({ page }) => {
    await open(page);
    await page.getByRole("button", { name: "Camera", exact: true }).click();
    await expect(camera(page).getByText("You (stays on this device)")).toBeVisible();
    await expect.poll(() => moves(page, ".cam video")).toBe(true);
    await expectAccessible(page);
    await camera(page).getByRole("button", { name: "Camera and takes" }).click();
    const panel = page.getByRole("dialog", { name: "Camera and takes" });
    await expectAccessible(page);
    await panel.getByText("8 counts behind").click();
    await panel.getByText("Overlay").click();
    await panel.getByRole("slider", { name: /^Opacity/ }).fill("70");
    await panel.getByRole("button", { name: "Close" }).click();
    await expect(camera(page).getByText("You, 8 counts behind")).toBeVisible();
    await expect.poll(() => moves(page, ".cam canvas")).toBe(true);
    const over = (await camera(page).boundingBox())!;
    expect(over).toEqual(await page.locator(".pl-v").boundingBox());
    // Off stops every media track of the page.
    await page.keyboard.press("v");
    await expect(camera(page)).toHaveCount(0);
  });

  test("records a take after the count-in, aligns it by sound, and plays it with the class", async ({
    page,
  }) => {
    const sent: string[] = [];
    page.on("request", (request) => {
      if (request.method() === "POST" && (request.postDataBuffer()?.length ?? 0) > 50_000)
        sent.push(request.url());
    });
    // Simulates a room: loudspeaker sound reaches the microphone later and quieter.
    await page.addInitScript(() => {
      const write = FileSystemFileHandle.prototype.createWritable;
      FileSystemFileHandle.prototype.createWritable = function (...given) {
        if ((window as unknown as { isFull?: boolean }).isFull)
          return Promise.reject(new DOMException("Not enough", "QuotaExceededError"));
        return write.apply(this, given);
      };
      const ask = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
      navigator.mediaDevices.getUserMedia = async (wanted) => {
        if (wanted?.audio === false) return ask(wanted);
        const context = new AudioContext();
        const ear = context.createMediaStreamDestination();
        const air = new GainNode(context, { gain: 0.3 });
        const way = new DelayNode(context, { delayTime: 0.06 });
        air.connect(way).connect(ear);
        const players = [
          ...document.querySelectorAll<HTMLVideoElement & { captureStream(): MediaStream }>(".pl-host video"),
        ];
        for (const video of players.filter(({ dataset }) => dataset["angle"] === "front"))
          context.createMediaStreamSource(video.captureStream()).connect(air);
        return ear.stream;
      };
    });
    await open(page);
    await loopThreeCounts(page);
    const end = page.getByRole("slider", { name: "Loop end" });
    for (let count = 3; count < 8; count++) await end.press("ArrowRight");
    await page.keyboard.press("v");
    await expect.poll(() => moves(page, ".cam video")).toBe(true);
    const own = camera(page).getByText(/^Your take/);
    // Storage is full when the take ends: it is shown anyway, and stored once there is room.
    const setFull = (isFull: boolean) =>
      page.evaluate((full) => Object.assign(window, { isFull: full }), isFull);
    await setFull(true);
    await camera(page).getByRole("button", { name: "Record a take" }).click();
    await expect(camera(page).getByText("Recording")).toBeVisible();
    await expect(camera(page).getByText(/Not enough storage/)).toBeVisible();
    await expect(page.locator(".cam-take video[data-shown]")).toBeVisible();
    await setFull(false);
    await camera(page).getByRole("button", { name: "Shift take 1 count later" }).click();
    await expect(own).toBeVisible();
    // It plays in step, also at another tempo.
    await page.getByRole("button", { name: "80", exact: true }).click();
    await page.keyboard.press("k");
    const apart = () =>
      page.evaluate(() => {
        const take = document.querySelector<HTMLVideoElement>(".cam-take video[data-shown]")!;
        return { rate: take.playbackRate, plays: !take.paused };
      });
    await expect.poll(async () => (await apart()).plays).toBe(true);
    await expect.poll(async () => Math.abs((await apart()).rate - 0.8)).toBeLessThan(0.17);
    await page.keyboard.press("k");
    // The take is still there after leaving the page, and can be downloaded.
    await open(page);
    await page.keyboard.press("v");
    await camera(page).getByRole("button", { name: "Camera and takes" }).click();
    const panel = page.getByRole("dialog", { name: "Camera and takes" });
    const saved = page.waitForEvent("download");
    await panel.getByRole("button", { name: /^Save take/ }).click();
    expect((await saved).suggestedFilename()).toMatch(/^eightcount-drag-the-left-.*\.(webm|mp4)$/);
    // Sharing hands it to the upload page, past registration; nothing is sent before the dancer confirms.
    await panel.getByRole("button", { name: /^Share take/ }).click();
    await page.getByRole("main").getByRole("link", { name: "Sign up" }).click();
    await page.getByLabel("Name").fill("Demo Taker");
    await page.getByLabel("Email").fill(`${randomUUID()}@example.test`);
    await page.getByLabel("Password", { exact: true }).fill("counting to eight slowly");
    await page.getByRole("button", { name: "Sign up" }).click();
    await expect(page).toHaveURL(/upload\?class=drag-the-left/);
    await expect(page.getByRole("textbox").first()).toHaveValue("The drag");
    await open(page);
    await page.keyboard.press("v");
    await camera(page).getByRole("button", { name: "Camera and takes" }).click();
    await panel.getByRole("button", { name: /The drag/ }).click();
    await expect(page.locator(".cam-take video[data-shown]")).toBeVisible();
    await camera(page).getByRole("button", { name: "Shift take 1 count later" }).click();
    await camera(page).getByRole("button", { name: "Back to camera" }).click();
    await camera(page).getByRole("button", { name: "Camera and takes" }).click();
    await panel.getByRole("button", { name: /^Delete take/ }).click();
    await expect(panel.getByText(/No takes yet/)).toBeVisible();
    expect(sent).toEqual([]);
  });
});

test("explains what to do without camera permission", async ({ page }) => {
  await open(page);
  await page.keyboard.press("v");
  await expect(camera(page).getByText(/is blocked/)).toBeVisible();
  await expect(camera(page).getByRole("button", { name: "Try again" })).toBeVisible();
  await expectAccessible(page);
});
