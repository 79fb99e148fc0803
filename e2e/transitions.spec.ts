import type { Page } from "@playwright/test";
import { position, sends, startLink } from "./player-page.ts";
import { luminancesDuring } from "./screencast.ts";
import { expect, starting, test } from "./test.ts";

/** Lists the parts that move by the page's next View Transition: those that both pages have. */
async function recordMoves(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const start = document.startViewTransition.bind(document);
    document.startViewTransition = (update) => {
      const transition = start(update);
      void transition.ready.then(() => {
        const moved = document.getAnimations().flatMap(({ effect }) => {
          const name = effect instanceof KeyframeEffect ? effect.pseudoElement : null;
          return /^::view-transition-group\((.*)\)$/.exec(name ?? "")?.[1] ?? [];
        });
        document.documentElement.dataset["moved"] = moved.join(" ");
      });
      return transition;
    };
  });
  return async () => {
    const root = page.locator("html[data-moved]");
    return ((await root.getAttribute("data-moved")) ?? "").split(" ");
  };
}

const classParts = ["class-picture", "class-title", "class-facts"];

const openPage = async (page: Page, path: string): Promise<void> => {
  await page.goto(path);
  await expect(page.locator(`${starting}, .skeleton`)).toHaveCount(0);
};

test("moves image, title and facts from the hero to the class, before its data has arrived", async ({
  page,
}) => {
  await openPage(page, "/dashboard");
  const held = Promise.withResolvers<void>();
  await page.route("**/graphql", async (route) => {
    if (sends(route.request(), "ClassPage")) await held.promise;
    await route.continue();
  });
  const moved = await recordMoves(page);
  await page.getByRole("article").getByRole("link", { name: "About this class" }).click();
  expect(await moved()).toEqual(expect.arrayContaining(classParts));
  const words = page.locator(".cls-words");
  await expect(words.getByRole("heading", { level: 1 })).toHaveText("Drag the left");
  await expect(words.locator(".facts")).toContainText("Beginner");
  await expect(page.locator(".skeleton")).toHaveCount(1);
  held.resolve();
  await expect(page.locator(".skeleton")).toHaveCount(0);
});

test("moves image, title and facts from a card to the class, and from one class to the next", async ({
  page,
}) => {
  await openPage(page, "/library?sort=title");
  const fromCard = await recordMoves(page);
  await page
    .locator("main")
    .getByRole("link", { name: /Drag the left/ })
    .click();
  expect(await fromCard()).toEqual(expect.arrayContaining(classParts));
  await expect(page.locator(".skeleton")).toHaveCount(0);
  await page.evaluate(() => delete document.documentElement.dataset["moved"]);
  const next = page.locator("main a.card").first();
  const title = (await next.locator(".card-name").textContent())!;
  await next.click();
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("data-moved", /class-picture.*/);
  expect(await fromCard()).toEqual(expect.arrayContaining(classParts));
});

test.describe("on a phone in the dark theme", () => {
  test.use({ viewport: { width: 390, height: 844 }, colorScheme: "dark" });

  /** Where the hero, the class and the player all have the image, as shares of the height. */
  const imagePlace = { from: 0.1, to: 0.3 };
  /** Least mean luminance of a frame there, 0 to 1: an empty page has 0.05, the image of these classes 0.14 before it grows. */
  const leastLuminance = 0.07;

  /** Lets the class come only after the player is open, and its video only once the image has been painted. */
  const delayClass = async (page: Page): Promise<void> => {
    await page.route("**/graphql", async (route) => {
      if (sends(route.request(), "Player")) await page.waitForSelector(".pl");
      await route.continue();
    });
    await page.route(/\.m4s/, async (route) => {
      await page.waitForSelector(".pl-v");
      await page.evaluate(async () => {
        for (let frame = 0; frame < 10; frame += 1) await new Promise(requestAnimationFrame);
      });
      await route.continue();
    });
  };

  for (const [from, open] of [
    ["the hero", (page: Page) => openPage(page, "/dashboard")],
    ["the class", (page: Page) => openPage(page, "/class/drag-the-left")],
    [
      "a card over the class",
      async (page: Page) => {
        await openPage(page, "/library?sort=title");
        await page
          .locator("main")
          .getByRole("link", { name: /Drag the left/ })
          .click();
        await expect(startLink(page)).toBeVisible();
      },
    ],
  ] as const) {
    test(`shows the facts of the class until its video has a frame, from ${from}`, async ({ page }) => {
      await open(page);
      await delayClass(page);
      const held = Promise.withResolvers<void>();
      await page.route(/\.m4s/, async (route) => {
        await held.promise;
        await route.fallback();
      });
      await startLink(page).click();
      const facts = page.locator(".pl-facts");
      await expect(facts).toBeVisible();
      for (const fact of ["Demo Ana", "Hip-hop", "Beginner"]) await expect(facts).toContainText(fact);
      held.resolve();
      await expect.poll(() => position(page)).toBeGreaterThan(0.5);
      await expect(facts).toHaveCount(0);
    });

    test(`shows no dark frame between the press on Start and the video, from ${from}`, async ({ page }) => {
      await open(page);
      await delayClass(page);
      const frames = await luminancesDuring(page, imagePlace, async () => {
        await startLink(page).click();
        await expect.poll(() => position(page)).toBeGreaterThan(0.5);
      });
      expect(frames.length).toBeGreaterThan(3);
      expect(Math.min(...frames)).toBeGreaterThan(leastLuminance);
    });
  }
});
