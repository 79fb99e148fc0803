/** Several devices in one class: the drift between them, and the latency of a phone's key. */
import type { Browser, Page } from "@playwright/test";
import { playClass, report, type Stage } from "./stage.ts";

/** A device whose clock is wrong by `wrongMs`. */
async function device(browser: Browser, baseURL: string, wrongMs = 0, width = 640): Promise<Page> {
  const context = await browser.newContext({ baseURL, viewport: { width, height: 480 } });
  await context.addInitScript((wrong) => {
    const now = Date.now.bind(Date);
    Date.now = () => now() + wrong;
  }, wrongMs);
  return context.newPage();
}

/** A page's position in the class, with its time by this machine's clock. */
const look = (page: Page) =>
  page.evaluate(() => ({
    at: performance.timeOrigin + performance.now(),
    ms: document.querySelector<HTMLVideoElement>("video[data-shown]")!.currentTime * 1000,
    plays: !document.querySelector<HTMLVideoElement>("video[data-shown]")!.paused,
  }));

/** One leader, two followers, one latecomer; two servers; clocks up to five minutes wrong. */
export async function measureRooms(stage: Stage, browser: Browser): Promise<void> {
  const other = await stage.second();
  const lead = await device(browser, stage.server.url);
  await playClass(lead, "?t=2");
  await lead.keyboard.press("k");
  await lead.keyboard.press("d");
  const panel = lead.getByRole("dialog", { name: "Dance together" });
  await panel.getByRole("textbox").fill("Demo Ana");
  await panel.getByRole("button", { name: "Start a room" }).click();
  const link = new URL((await panel.locator(".pair-link").textContent())!);
  await panel.getByRole("button", { name: "Close" }).click();
  const follow = async (baseURL: string, wrongMs: number): Promise<Page> => {
    const page = await device(browser, baseURL, wrongMs);
    await page.goto(link.pathname + link.hash);
    const asked = page.getByRole("dialog", { name: "You’re invited to dance" });
    await asked.getByRole("textbox").fill("Demo Kofi");
    await asked.getByRole("button", { name: "Join" }).click();
    await page.getByRole("button", { name: "Demo Ana is leading" }).waitFor();
    return page;
  };
  const pages = [await follow(other.url, 300_000), await follow(stage.server.url, -300_000)];
  await lead.keyboard.press("k");
  pages.push(await follow(other.url, 47_000));
  await lead.waitForTimeout(8000);
  const apart: number[] = [];
  for (let n = 0; n < 40; n += 1) {
    const [mine, ...theirs] = await Promise.all([lead, ...pages].map(look));
    for (const one of theirs)
      if (one.plays && mine!.plays) apart.push(Math.abs(one.ms - mine!.ms - (one.at - mine!.at)));
    await lead.waitForTimeout(250);
  }
  report("together: apart on two servers, bad clocks, ms", apart, "100");
  for (const page of [lead, ...pages]) await page.context().close();
}

/** From the touch on a phone until the player has acted, with the two on different servers. */
export async function measureRemote(stage: Stage, browser: Browser): Promise<void> {
  const other = await stage.second();
  const player = await device(browser, stage.server.url, 0, 1280);
  await playClass(player, "?t=2");
  await player.keyboard.press("k");
  await player.keyboard.press("p");
  const panel = player.getByRole("dialog", { name: "Phone remote" });
  const code = (await panel.locator(".pair-code").textContent())!;
  const phone = await device(browser, other.url, 0, 390);
  await phone.goto("/remote");
  await phone.getByRole("textbox", { name: "Code" }).fill(code);
  const pairing = performance.now();
  await phone.getByRole("button", { name: "Connect" }).click();
  await phone.getByRole("button", { name: "Mirror", exact: true }).waitFor();
  report("remote: pairing once the code is typed, ms", [performance.now() - pairing], "10000");
  await panel.getByRole("button", { name: "Close" }).click();
  await player.evaluate(() => {
    const done: number[] = [];
    Object.assign(globalThis, { done });
    new MutationObserver(() => done.push(performance.timeOrigin + performance.now())).observe(
      document.querySelector(".pl-host")!,
      { attributes: true, attributeFilter: ["class"] },
    );
  });
  const found: number[] = [];
  for (let n = 0; n < 20; n += 1) {
    const pressed = await phone.getByRole("button", { name: "Mirror", exact: true }).evaluate((button) => {
      (button as HTMLElement).click();
      return performance.timeOrigin + performance.now();
    });
    await player.waitForFunction(
      (count) => (globalThis as unknown as { done: number[] }).done.length > count,
      n,
    );
    found.push(
      (await player.evaluate(() => (globalThis as unknown as { done: number[] }).done.at(-1)!)) - pressed,
    );
    await phone.waitForTimeout(400);
  }
  report("remote: from the touch until it is done, ms", found, "150");
  await phone.context().close();
  await player.context().close();
}
