import { here } from "./casting.ts";
import {
  asked,
  atCountdown,
  continueHere,
  finishOnTelevision,
  type Load,
  playOnTelevision,
  type Television,
} from "./google-cast.ts";
import { countKnocks, sends } from "./player-page.ts";
import { expect, test } from "./test.ts";

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
  await continueHere(page);
});

test("goes on with the next class on the same television when the countdown has ended", async ({ page }) => {
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
    if (!sends(route.request(), "Player") || route.request().postDataJSON().variables.id !== "drag-the-left")
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
