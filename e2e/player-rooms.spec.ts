import type { Browser, Page } from "@playwright/test";
import { expect, expectAccessible, test } from "./test.ts";

const open = async (page: Page, search = "?part=2") => {
  await page.goto(`/class/drag-the-left/play${search}`);
  await expect
    .poll(() => page.evaluate(() => document.querySelector("video")?.readyState ?? 0))
    .toBeGreaterThanOrEqual(3);
};
const position = (page: Page) =>
  page.evaluate(() => document.querySelector<HTMLVideoElement>("video[data-shown]")?.currentTime ?? -1);
/** Opens another device with a session of its own. */
const device = async (browser: Browser, baseURL: string, viewport = { width: 390, height: 844 }) =>
  (await browser.newContext({ baseURL, viewport })).newPage();

test("pairs a phone by code, controls the player, and removes the phone", async ({
  page,
  browser,
  baseURL,
}) => {
  await open(page);
  await page.keyboard.press("p");
  const panel = page.getByRole("dialog", { name: "Phone remote" });
  await expect(panel.locator(".pair-code")).toHaveText(/^[A-Z2-9]{3} [A-Z2-9]{3}$/);
  await expect(panel.getByRole("img", { name: "QR code for your phone" })).toBeVisible();
  await expectAccessible(page);
  const code = (await panel.locator(".pair-code").textContent())!;

  const phone = await device(browser, baseURL!);
  await phone.goto("/remote");
  await expect(phone.getByRole("heading", { name: "Phone remote" })).toBeVisible();
  await phone.getByRole("textbox", { name: "Code" }).fill("zzz zzz");
  await phone.getByRole("button", { name: "Connect" }).click();
  await expect(phone.getByRole("alert")).toHaveText(/This code expired/);
  await expectAccessible(phone);
  // The URL of the QR code.
  await phone.goto("about:blank");
  await phone.goto(`/remote#code=${code.toLowerCase().replace(" ", "")}`);
  await expect(phone.getByRole("heading", { name: "Drag the left" })).toBeVisible();
  expect(phone.url()).not.toContain("#");
  await expect(panel.getByText("Phone", { exact: true })).toBeVisible();
  // The code is used up: the next phone gets another one.
  await expect(panel.locator(".pair-code")).not.toHaveText(code);
  await panel.getByRole("button", { name: "Close" }).click();

  await phone.getByRole("button", { name: "Loop", exact: true }).click();
  await expect(page.getByRole("slider", { name: "Loop start" })).toBeVisible();
  await phone.getByRole("button", { name: "Slower" }).click();
  await expect(page.getByText("Tempo, 100 after")).toBeAttached();
  await expect(phone.getByText("The drag, 95%")).toBeVisible();
  await phone.getByRole("button", { name: "Play", exact: true }).click();
  await expect.poll(() => position(page)).toBeGreaterThan(20.3);
  await expect(phone.getByRole("button", { name: "Pause" })).toBeVisible();
  await expectAccessible(phone);
  // A phone that was suspended reconnects automatically.
  await phone.reload();
  await phone.getByRole("button", { name: "Pause" }).click();
  await expect(page.getByRole("button", { name: "Play", exact: true })).toBeVisible();

  await page.keyboard.press("p");
  await panel.getByRole("button", { name: "Disconnect" }).click();
  await expect(phone.getByText("The player disconnected")).toBeVisible();
  await phone.context().close();
});

test("syncs position, tempo and loop of two dancers, and passes the lead on", async ({
  page,
  browser,
  baseURL,
}) => {
  await open(page);
  await page.keyboard.press("d");
  const panel = page.getByRole("dialog", { name: "Dance together" });
  await panel.getByRole("textbox").fill("Demo Ana");
  await panel.getByRole("button", { name: "Start a room" }).click();
  const link = (await panel.locator(".pair-link").textContent())!;
  await expectAccessible(page);
  await panel.getByRole("button", { name: "Close" }).click();

  const friend = await device(browser, baseURL!, { width: 1024, height: 768 });
  await friend.goto(link.replace(/^https?:\/\/[^/]+/, ""));
  const asked = friend.getByRole("dialog", { name: "You’re invited to dance" });
  await asked.getByRole("textbox").fill("Demo Kofi");
  await asked.getByRole("button", { name: "Join" }).click();
  await expect(friend.getByRole("button", { name: "Demo Ana is leading" })).toBeVisible();
  await expect(page.getByRole("button", { name: "You’re leading 1 dancer" })).toBeVisible();
  // After a reload a member is still in the room, and still leads.
  await friend.reload();
  await page.reload();
  await expect(friend.getByRole("button", { name: "Demo Ana is leading" })).toBeVisible();
  await expect(page.getByRole("button", { name: "You’re leading 1 dancer" })).toBeVisible();
  await expect(asked).toBeHidden();

  await page.keyboard.press("r");
  await page.getByRole("button", { name: "80", exact: true }).click();
  await expect(friend.getByRole("slider", { name: "Loop start" })).toBeVisible();
  await page.keyboard.press("k");
  await expect.poll(() => position(friend)).toBeGreaterThan(21);
  // Both clocks are read at nearly the same moment; the difference includes this machine's delays.
  const apart = async () => {
    const look = (one: Page) =>
      one.evaluate(() => ({
        at: performance.timeOrigin + performance.now(),
        ms: document.querySelector<HTMLVideoElement>("video[data-shown]")!.currentTime * 1000,
      }));
    const [mine, theirs] = await Promise.all([look(page), look(friend)]);
    return Math.abs(mine.ms - theirs.ms - (mine.at - theirs.at) * 0.8);
  };
  await expect.poll(apart).toBeLessThan(100);
  await friend.keyboard.press("d");
  const theirs = friend.getByRole("dialog", { name: "Dance together" });
  await theirs.getByRole("button", { name: "Got it" }).click();
  await expect(page.getByText("Demo Kofi: Got it").first()).toBeAttached();
  await theirs.getByRole("button", { name: "Close" }).click();
  await page.keyboard.press("k");
  await expect(friend.getByRole("button", { name: "Play", exact: true })).toBeAttached();

  await page.keyboard.press("d");
  await panel.getByRole("button", { name: "Make leader" }).click();
  await expect(friend.getByRole("button", { name: "You’re leading 1 dancer" })).toBeVisible();
  await panel.getByRole("button", { name: "Close" }).click();
  await friend.getByRole("slider", { name: "Position" }).fill("5");
  await expect.poll(() => position(page)).toBeLessThan(6);
  // Leaving doesn't stop the others.
  await friend.keyboard.press("d");
  await theirs.getByRole("button", { name: "Leave room" }).click();
  await expect(page.getByRole("button", { name: "Just you so far" })).toBeVisible();
  await friend.context().close();
});

test("restarts from the five on two claps, with the microphone off until enabled", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["microphone"]);
  // Fakes a microphone that hears claps from the test.
  await page.addInitScript(() => {
    const rooms: AudioContext[] = [];
    navigator.mediaDevices.getUserMedia = async () => {
      const room = new AudioContext();
      rooms.push(room);
      const ear = room.createMediaStreamDestination();
      Object.assign(window, {
        clapTwice: () => {
          for (const at of [0.1, 0.5]) {
            const hands = room.createBuffer(1, 4_800, 48_000);
            const samples = hands.getChannelData(0);
            for (let i = 0; i < samples.length; i++)
              samples[i] = (Math.random() * 2 - 1) * Math.exp(-i / 700);
            const voice = new AudioBufferSourceNode(room, { buffer: hands });
            voice.connect(ear);
            voice.start(room.currentTime + at);
          }
        },
        rooms,
      });
      return ear.stream;
    };
  });
  await open(page);
  await expect(page.getByRole("list", { name: "Tips" })).toBeAttached();
  expect(await page.evaluate(() => "clapTwice" in window)).toBe(false);
  await page.keyboard.press("q");
  await expect.poll(() => page.evaluate(() => "clapTwice" in window)).toBe(true);
  await page.getByRole("slider", { name: "Position" }).fill("27");
  // The detector adapts for some seconds; claps that come too early are repeated.
  await expect(async () => {
    await page.evaluate(() => (window as unknown as { clapTwice(): void }).clapTwice());
    await expect(page.getByRole("button", { name: "Pause" })).toBeAttached({ timeout: 8_000 });
  }).toPass();
  await expect.poll(() => position(page)).toBeGreaterThan(25);
  await page.keyboard.press("q");
});
