import type { Page } from "@playwright/test";
import { expect, expectAccessible, starting, test } from "./test.ts";

/** Runs `act` and waits for the response to the operation that it causes. */
async function afterAnswer(page: Page, operation: string, act: () => Promise<void>): Promise<void> {
  const answered = page.waitForResponse(
    (response) => response.request().postData()?.includes(`"${operation}"`) ?? false,
  );
  await act();
  await answered;
}

const openPage = async (page: Page, path: string): Promise<void> => {
  await page.goto(path);
  await expect(page.locator(starting)).toHaveCount(0);
  await expect(page.locator(".skeleton")).toHaveCount(0);
};

test("leads a new visitor to a class with a preview, and on to the player", async ({ page }) => {
  await openPage(page, "/dashboard");
  const hero = page.getByRole("article");
  await expect(hero.getByText("Start here")).toBeVisible();
  await expect(hero.getByRole("heading", { name: "Drag the left" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Today’s set" }).getByRole("listitem").first()).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Browse sections" })).toContainText("Learn");
  await hero.getByRole("link", { name: "Start class" }).click();
  await expect(page).toHaveURL(/\/class\/drag-the-left\/play/);
});

test("opens a class from its card, and restores the scroll position on going back", async ({ page }) => {
  await openPage(page, "/library?sort=title");
  await page.getByRole("link", { name: /Drag the left/ }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Drag the left" })).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await page.goBack();
  await expect(page).toHaveURL(/sort=title/);
});

test("filters the list, keeps filters after reload and back, and removes them", async ({ page }) => {
  await openPage(page, "/library");
  await expect(page.getByText("40 classes", { exact: true })).toBeVisible();
  await page.getByLabel("Level").selectOption("beginner");
  await page.getByRole("group", { name: "Style" }).getByRole("button", { name: "House" }).click();
  await expect(page).toHaveURL(/level=beginner.*style=house|style=house.*level=beginner/);
  const narrowed = page.locator('[role="status"]', { hasText: /^\d+ class/ });
  const count = "6 classes";
  await expect(narrowed).toHaveText(count);

  await page.reload();
  await expect(narrowed).toHaveText(count);
  await expect(page.getByLabel("Level")).toHaveValue("beginner");
  await page.locator("a.card").first().click();
  await expect(page.getByRole("heading", { level: 1 })).not.toHaveText("Library");
  await page.goBack();
  await expect(narrowed).toHaveText(count);

  const styles = page.getByRole("group", { name: "Style" });
  await expect(styles.getByRole("button", { name: "House" })).toHaveAttribute("aria-pressed", "true");
  await styles.getByRole("button", { name: "All styles" }).click();
  await expect(page).not.toHaveURL(/style=/);
  await page.getByRole("searchbox").fill("no such step");
  await expect(page.getByRole("heading", { name: "No results for “no such step”" })).toBeVisible();
  await expect(page.getByRole("button", { name: /^Without “no such step”: \d+ class/ })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Show all classes" }).click();
  await expect(page.getByText("40 classes", { exact: true })).toBeVisible();
  await expect(page.getByRole("searchbox")).toHaveValue("");
});

test("loads further pages by a button, moves the focus, and keeps them after going back", async ({
  page,
}) => {
  await openPage(page, "/library?sort=title");
  const cards = page.locator("a.card");
  await expect(cards).toHaveCount(24);
  await page.getByRole("button", { name: "Show more" }).click();
  await expect(cards).toHaveCount(40);
  await expect(cards.nth(24)).toBeFocused();
  await expect(page.getByRole("button", { name: "Show more" })).toHaveCount(0);

  const name = await cards.nth(30).getByRole("heading").textContent();
  await cards.nth(30).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(name ?? "");
  await page.goBack();
  await expect(cards).toHaveCount(40);
  await expect(cards.nth(30)).toBeInViewport();
  await page.reload();
  await expect(cards).toHaveCount(40);
});

test("filters at the first tap on a phone, shows what is chosen, and clears all filters at once", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openPage(page, "/library");
  await page.getByLabel("Included with").selectOption("premium");
  await expect(page).toHaveURL(/access=premium/);
  await expect(page.locator("a.card .lock").first()).toHaveText("Premium");
  await expect(page.locator(".chip-on")).toHaveText(/^Premium/);
  await page.getByLabel("Length").selectOption("30");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Clear 2 filters" }).click();
  await expect(page.locator(".chip-on")).toHaveCount(0);
  await expect(page.getByText("40 classes", { exact: true })).toBeVisible();
});

test("shows which plan unlocks a locked class, and doesn’t link its parts", async ({ page }) => {
  await openPage(page, "/library?access=premium");
  await page.locator("a.card").first().click();
  await expect(page.getByRole("heading", { level: 1 })).not.toHaveText("Library");
  await expect(page.getByText("Included with")).toBeVisible();
  await expect(page.locator("dd", { hasText: "Premium" })).toBeVisible();
  await expect(page.locator(".score li")).toHaveCount(2);
  await expect(page.locator(".score a")).toHaveCount(0);
  await expectAccessible(page);
});

test("opens the player at a part of an unlocked class", async ({ page }) => {
  await openPage(page, "/class/drag-the-left");
  await page.getByRole("link", { name: /The drag/ }).click();
  await expect(page).toHaveURL(/\/class\/drag-the-left\/play\?part=2/);
});

/** Opens the library with what stands above the classes held back until `release`. `moved`: the sum of all layout shifts. */
async function openWithoutStart(page: Page): Promise<{ release: () => void; moved: () => Promise<number> }> {
  const held = Promise.withResolvers<void>();
  await page.route("**/graphql", async (route) => {
    if (route.request().postData()?.includes('"LibraryStart"')) await held.promise;
    return route.continue();
  });
  await page.addInitScript(() => {
    const moved: number[] = [];
    Object.assign(globalThis, { moved });
    new PerformanceObserver((list) =>
      moved.push(...list.getEntries().map((entry) => (entry as PerformanceEntry & { value: number }).value)),
    ).observe({ type: "layout-shift", buffered: true });
  });
  await page.goto("/library");
  return {
    release: held.resolve,
    moved: async () => {
      const all = await page.evaluate(() => (globalThis as unknown as { moved: number[] }).moved);
      return all.reduce((sum, value) => sum + value, 0);
    },
  };
}
/** Below 0.1, people don’t notice a shift: https://web.dev/articles/cls */
const maxMoved = 0.05;

test("shows classes only where they stay, also when what stands above them is answered late", async ({
  page,
}) => {
  const { release, moved } = await openWithoutStart(page);
  await expect(page.locator("article").first()).toBeAttached();
  await expect(page.locator("article").first()).toBeHidden();
  await expect(page.getByRole("status").filter({ hasText: "Loading classes" })).toBeVisible();
  release();
  await expect(page.getByRole("article").first()).toBeVisible();
  await expect(page.getByRole("heading", { name: "By song" })).toBeVisible();
  await expect(page.locator(starting)).toHaveCount(0);
  expect(await moved()).toBeLessThan(maxMoved);
});

test("shows classes without what stands above them if it takes too long, and then below", async ({
  page,
}) => {
  const { release, moved } = await openWithoutStart(page);
  const first = page.getByRole("article").first();
  await expect(first).toBeVisible();
  const before = await first.boundingBox();
  release();
  await expect(page.getByRole("heading", { name: "By song" })).toBeAttached();
  expect(await first.boundingBox()).toEqual(before);
  expect(await moved()).toBeLessThan(maxMoved);
});

test("dims classes of other filters, and calls the library empty only if it is", async ({ page }) => {
  let release = (): void => undefined;
  let held = Promise.resolve();
  const hold = (): void => void (held = new Promise((resolve) => (release = resolve)));
  await page.route("**/graphql", async (route) => {
    if (route.request().postData()?.includes('"ClassList"')) await held;
    return route.continue();
  });
  await openPage(page, "/library?q=no+such+step");
  hold();
  await page.getByRole("button", { name: "Show all classes" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Loading classes" })).toBeVisible();
  await expect(page.getByText("No classes yet")).toHaveCount(0);
  release();
  await expect(page.getByText("40 classes", { exact: true })).toBeVisible();
  const first = page.getByRole("article").first();
  await expect(first).toHaveCSS("opacity", "1");
  hold();
  await page.getByLabel("Level").selectOption("beginner");
  await expect(first).not.toHaveCSS("opacity", "1");
  await expect(page.getByRole("button", { name: "Show more" })).toHaveCount(0);
  release();
  await expect(page.getByText("40 classes", { exact: true })).toHaveCount(0);
  await expect(first).toHaveCSS("opacity", "1");
});

test("keeps a category followed after a reload, and suggests its classes first", async ({ page }) => {
  await openPage(page, "/category/first-steps");
  await expect(page.getByText("40 classes", { exact: true })).toBeVisible();
  await afterAnswer(page, "SetFollow", () =>
    page.getByRole("button", { name: "Follow First steps" }).click(),
  );
  await expect(page.getByRole("button", { name: "Following" })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("button", { name: "Following" })).toBeVisible();
  await openPage(page, "/dashboard");
  await expect(page.getByRole("heading", { name: "Because you follow First steps" })).toBeVisible();
  await openPage(page, "/category/first-steps");
  await afterAnswer(page, "SetFollow", () => page.getByRole("button", { name: "Following" }).click());
  await page.reload();
  await expect(page.getByRole("button", { name: "Follow First steps" })).toBeVisible();
});

test("keeps filters and order of saved classes in the URL, and restores a removed one", async ({ page }) => {
  for (const path of ["/class/drag-the-left", "/class/class-4"]) {
    await openPage(page, path);
    await afterAnswer(page, "SaveClass", () => page.getByRole("button", { name: "Save for later" }).click());
  }
  await openPage(page, "/saved");
  const names = page.locator("a.card h3");
  await expect(names).toHaveText(["Phrase number 4", "Drag the left"]);
  await page.getByLabel("Sort by").selectOption("dateSaved.asc");
  await expect(page).toHaveURL(/direction=asc/);
  await expect(names).toHaveText(["Drag the left", "Phrase number 4"]);
  await page.reload();
  await expect(names).toHaveText(["Drag the left", "Phrase number 4"]);
  await expectAccessible(page);

  await page.getByRole("radio", { name: "Completed", exact: true }).check({ force: true });
  await expect(page).toHaveURL(/filter=completed/);
  await expect(page.getByText("Nothing completed yet")).toBeVisible();
  await page.getByRole("button", { name: "Show all" }).click();
  await expect(names).toHaveCount(2);

  await afterAnswer(page, "UnsaveClass", () =>
    page.getByRole("button", { name: "Remove “Phrase number 4” from saved classes" }).click(),
  );
  await expect(names).toHaveText(["Drag the left"]);
  await expect(page.getByText("Removed “Phrase number 4”")).toBeVisible();
  await afterAnswer(page, "SaveClass", () => page.getByRole("button", { name: "Undo" }).click());
  await expect(names).toHaveCount(2);
});

test("reverts an optimistic change that the server refuses, and reports it", async ({ page }) => {
  await openPage(page, "/class/drag-the-left");
  await page.route("**/graphql", async (route) => {
    if (!route.request().postData()?.includes("SaveClass")) return route.continue();
    await route.fulfill({
      json: { data: null, errors: [{ message: "no", extensions: { code: "INTERNAL" } }] },
    });
  });
  await page.getByRole("button", { name: "Save for later" }).click();
  await expect(page.getByText("Couldn’t save this class. Try again.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Save for later" })).toBeVisible();
});

test("loads an instructor’s classes page by page", async ({ page }) => {
  await openPage(page, "/instructor/demo-ana");
  await expect(page.getByRole("heading", { level: 1, name: "Demo Ana" })).toBeVisible();
  const cards = page.locator("a.card");
  await expect(cards).toHaveCount(24);
  await page.getByRole("button", { name: "Show more" }).click();
  await expect(cards).toHaveCount(40);
  await page.getByLabel("Length").selectOption("6");
  await expect(page).toHaveURL(/length=6/);
  await expect(page.getByText("40 classes", { exact: true })).toHaveCount(0);
});

for (const width of [320, 1920]) {
  for (const path of [
    "/dashboard",
    "/library",
    "/class/drag-the-left",
    "/category/first-steps",
    "/instructor/demo-ana",
    "/saved",
  ]) {
    test(`${path} fits a viewport of ${width} px`, async ({ page }) => {
      await page.setViewportSize({ width, height: 900 });
      await openPage(page, path);
      const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(over).toBeLessThanOrEqual(0);
      const small = await page.evaluate(() =>
        [...document.querySelectorAll<HTMLElement>("#main *")]
          .filter((element) =>
            [...element.childNodes].some(
              (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
            ),
          )
          .filter((element) => Number.parseFloat(getComputedStyle(element).fontSize) < 14)
          .map((element) => element.textContent),
      );
      expect(small).toEqual([]);
    });
  }
}
