import type { Page } from "@playwright/test";
import { patterns, type PageName } from "../contract/urls.ts";
import { realClass } from "./library.ts";
import { signUp } from "./people.ts";
import { expect, expectAccessible, test } from "./test.ts";

/** Registers, and opens the family’s settings. */
async function register(page: Page): Promise<void> {
  await signUp(page.context(), { name: "Pat Demo" });
  await page.goto("/account/settings#family");
}

async function addChild(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Add profile" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Mia Demo");
  await page.getByLabel("Adult PIN").fill("2468");
  await page.getByRole("button", { name: "Add to the family" }).click();
  await expect(page.getByRole("button", { name: "Change Mia Demo" })).toBeVisible();
}

const dancer = (page: Page, name: string) => page.getByRole("listitem").getByRole("button", { name });

test("keeps a child’s profile to its own pages, and asks for the PIN to leave it", async ({ page }) => {
  await register(page);
  await addChild(page);
  await expectAccessible(page);

  await page.goto("/library?q=phrase");
  await expect(page).toHaveURL(/\/family\?/);
  await expect(page.getByRole("heading", { name: "Who’s dancing?" })).toBeVisible();
  await expectAccessible(page);
  await dancer(page, "Pat Demo").click();
  await expect(page).toHaveURL(/\/library\?q=phrase/);
  await expect(page.getByText("Explicit").first()).toBeVisible();

  await page.goto("/family?next=/library%3Fq%3Dphrase");
  await dancer(page, "Mia Demo").click();
  await expect(page).toHaveURL(/\/library\?q=phrase/);
  const places = page.getByRole("navigation", { name: "Main" }).first();
  await expect(places.getByRole("link")).toHaveText(["Today", "Library", "Badges"]);
  await expect(page.getByRole("heading", { name: /Phrase number/ }).first()).toBeVisible();
  await expect(page.getByText("Explicit")).toHaveCount(0);
  await expect(page.getByRole("button", { name: /^Your account/ })).toHaveCount(0);

  // The same when the page's URL is opened directly.
  const refused = await page.goto("/class/class-3");
  expect(refused?.status()).toBe(404);
  await expect(page.getByRole("heading", { name: "Class not found" })).toBeVisible();

  await page.goto("/saved");
  await page.getByRole("link", { name: "Leave" }).click();
  await dancer(page, "Pat Demo").click();
  await page.getByLabel("Adult PIN").fill("1111");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("Wrong PIN.")).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel("Adult PIN").fill("2468");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page).toHaveURL(/\/saved/);
  await expect(page.getByRole("button", { name: "Your account, Pat Demo" })).toBeVisible();
});

test("selects co-practicing profiles for the evening, and edits and removes a profile", async ({ page }) => {
  await register(page);
  await addChild(page);
  await page.goto("/family?next=/class/drag-the-left");
  await page.getByRole("group", { name: "Also dancing" }).getByRole("button", { name: "Mia Demo" }).click();
  await dancer(page, "Pat Demo").click();
  await expect(page).toHaveURL(/\/class\/drag-the-left/);
  const along = page.getByRole("group", { name: "Also dancing" }).getByRole("button", { name: "Mia Demo" });
  await expect(along).toHaveAttribute("aria-pressed", "true");
  await page.reload();
  await expect(along).toHaveAttribute("aria-pressed", "true");

  await page.goto("/account/settings#family");
  await page.getByRole("button", { name: "Change Mia Demo" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Mia Lou Demo");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByRole("button", { name: "Remove Mia Lou Demo" }).click();
  await page.getByRole("button", { name: "Remove Mia Lou Demo" }).click();
  await expect(page.getByText("Deleted Mia Lou Demo’s profile.")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Change Mia/ })).toHaveCount(0);
});

test("shows the portrait that was chosen for a profile in the family chooser", async ({ page }) => {
  await register(page);
  await addChild(page);
  await page.getByRole("button", { name: "Change Mia Demo" }).click();
  const faces = page.getByRole("group", { name: "Portrait" }).last();
  await faces.getByRole("img", { name: "Braids, orange band" }).click();
  await expect(faces.getByRole("radio", { name: "Braids, orange band" })).toBeChecked();
  await expectAccessible(page);
  await page.goto("/family?next=/dashboard");
  await expect(dancer(page, "Mia Demo").locator("img")).toHaveAttribute("src", /face-6\.svg$/);
  await expect(dancer(page, "Pat Demo").locator("img")).toHaveAttribute("src", /face-[1-8]\.svg$/);
  await expectAccessible(page);
});

/** Values of the parameters of pages that a child may open, in the journeys' library. */
const examples: Partial<Record<PageName, string>> = {
  category: "first-steps",
  studioClass: realClass,
  player: realClass,
  instructor: "demo-ana",
  song: "corner-store",
  badge: "first-class",
};

/** Makes a playlist of the real class from its page. @returns the playlist's id */
async function makePlaylist(page: Page): Promise<string> {
  await page.goto(`/class/${realClass}`);
  await page.locator(".cls-words").getByRole("button", { name: "Add to playlist" }).click();
  const sheet = page.getByRole("dialog", { name: "Add to playlist" });
  await sheet.getByRole("textbox", { name: "New playlist" }).fill("For Friday");
  await sheet.getByRole("button", { name: "Create" }).click();
  await expect(sheet.getByRole("button", { name: "For Friday" })).toHaveAttribute("aria-pressed", "true");
  await page.goto("/playlists");
  await page.getByRole("link", { name: /For Friday/ }).click();
  await expect(page).toHaveURL(/\/playlist\//);
  return new URL(page.url()).pathname.split("/").at(-1)!;
}

test("opens every page for a child, or says that an adult can do this", async ({ page }) => {
  test.setTimeout(300_000);
  await register(page);
  await addChild(page);
  await page.goto("/checkout");
  await expect(page.getByRole("heading", { name: "Who’s dancing?" })).toBeVisible();
  await dancer(page, "Mia Demo").click();
  await expect(page.getByRole("heading", { name: "An adult can do this" })).toBeVisible();
  await expectAccessible(page);

  const forbidden: string[] = [];
  page.on("response", async (response) => {
    if (new URL(response.url()).pathname !== "/graphql") return;
    const text = await response.text().catch(() => "");
    if (text.includes('"FORBIDDEN"')) forbidden.push(`${page.url()}: ${text}`);
  });
  const slugs = { ...examples, playlist: await makePlaylist(page) };
  for (const [name, pattern] of Object.entries(patterns) as [PageName, string][]) {
    const path = pattern.replace(/\$\w+/, () => slugs[name as keyof typeof slugs] ?? "for-adults");
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 }).first(), path).toBeAttached();
    await expect(page.getByText(/didn’t answer|went wrong on our end/), path).toHaveCount(0);
    await expect(page.getByRole("heading", { name: /^(We couldn’t|Couldn’t)/ }), path).toHaveCount(0);
    // A shared playlist is found by the hash of its link only.
    if (name !== "notFound" && name !== "sharedPlaylist")
      await expect(page.getByRole("heading", { name: /not found/i }), path).toHaveCount(0);
    // The classes are in the last part of these pages that loads.
    if (name === "category" || name === "instructor")
      await expect(page.getByRole("heading", { name: "Phrase number 4" }), path).toBeVisible();
    for (const act of [/^Follow/, /^Save username$/, /^Post$/, /^Subscribe$/, /^Record now$/])
      await expect(page.getByRole("button", { name: act }), path).toHaveCount(0);
  }
  expect(forbidden).toEqual([]);
});

test("shows a child one dance, its own library, and three places", async ({ page }) => {
  await register(page);
  await addChild(page);
  await page.goto("/family?next=/dashboard");
  await dancer(page, "Mia Demo").click();
  await expect(page.getByRole("heading", { name: "Hi Mia Demo, let’s dance" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Start", exact: true })).toHaveAttribute("href", /\?set=/);
  await expect(page.getByText("0 of 1 dances today")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("navigation", { name: "Main" }).first().getByRole("link", { name: "Library" }).click();
  await expect(page.getByRole("heading", { name: "Pick a dance" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Drag the left" })).toBeVisible();
  await expect(page.getByRole("searchbox")).toHaveCount(0);
  // Only what the family’s plan includes, and nothing for advanced dancers.
  await expect(page.locator(".card .lock")).toHaveCount(0);
  await expectAccessible(page);
});

test("says that an adult can do what the server refuses to a child, and takes the PIN by keypad", async ({
  page,
}) => {
  await register(page);
  await addChild(page);
  await page.goto("/family?next=/class/drag-the-left");
  await dancer(page, "Mia Demo").click();
  await expect(page.getByRole("heading", { name: "Drag the left" })).toBeVisible();
  // No button of a child's page is refused, so the server's refusal is given to one that isn't.
  await page.route("**/graphql", async (route) => {
    if (!route.request().postData()?.includes("SaveClass")) return route.continue();
    const error = { message: "Not allowed for this profile.", extensions: { code: "FORBIDDEN" } };
    await route.fulfill({ json: { data: null, errors: [error] } });
  });
  await page.getByRole("button", { name: /^Save/ }).first().click();
  const sheet = page.getByRole("dialog", { name: "An adult can do this" });
  await expect(sheet).toBeVisible();
  await expect(page.getByText(/couldn’t connect|went wrong/i)).toHaveCount(0);
  await expectAccessible(page);
  for (const digit of ["2", "4", "6", "9"])
    await sheet.getByRole("button", { name: digit, exact: true }).click();
  await sheet.getByRole("button", { name: "Delete digit" }).click();
  await sheet.getByRole("button", { name: "8", exact: true }).click();
  await sheet.getByRole("button", { name: "Continue" }).click();
  await expect(sheet).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Your account, Pat Demo" })).toBeVisible();
});

test("says how long to wait after several wrong PINs", async ({ page }) => {
  await register(page);
  await addChild(page);
  await page.goto("/family?next=/checkout");
  await dancer(page, "Mia Demo").click();
  for (let attempt = 0; attempt < 5; attempt += 1) {
    await page.getByLabel("Adult PIN").fill(`111${attempt}`);
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page.getByText("Wrong PIN.")).toBeVisible();
  }
  await page.getByLabel("Adult PIN").fill("1119");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText(/^Try again in \d+ seconds$/)).toBeVisible();
  await expect(page.getByRole("button", { name: "5", exact: true })).toBeDisabled();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Back to Today" }).click();
  await expect(page.getByRole("heading", { name: /^Hi Mia Demo/ })).toBeVisible();
});

test("opens the checkout for the account holder after the adult PIN", async ({ page }) => {
  await register(page);
  await addChild(page);
  await page.goto("/family?next=/checkout");
  await dancer(page, "Mia Demo").click();
  await page.getByLabel("Adult PIN").fill("2468");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("heading", { name: "An adult can do this" })).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.goto("/dashboard");
  await expect(page.getByRole("button", { name: "Your account, Pat Demo" })).toBeVisible();
});

test("shows a child no prices, no songs’ pages and nothing to follow", async ({ page }) => {
  await register(page);
  await addChild(page);
  const prices = page.getByRole("main").getByText(/[$€£]\s?\d/);
  await page.goto("/family?next=/class/class-6");
  await dancer(page, "Pat Demo").click();
  await expect(page.getByRole("link", { name: "See plans" })).toBeVisible();
  await expect(prices.first()).toBeVisible();
  await expect(page.getByRole("link", { name: "Corner Store" })).toBeVisible();

  await page.goto("/family?next=/class/class-6");
  await dancer(page, "Mia Demo").click();
  await expect(page.getByRole("heading", { name: "Phrase number 6" })).toBeVisible();
  await expect(page.getByText("An adult can open the whole class.")).toBeVisible();
  await expect(page.getByText("Corner Store")).toBeVisible();
  await expect(page.getByRole("link", { name: "Corner Store" })).toHaveCount(0);
  await expect(page.getByRole("link", { name: /plan/i })).toHaveCount(0);
  await expect(prices).toHaveCount(0);
  await expectAccessible(page);
});

test.describe("without a connection", () => {
  // Failed requests are expected here, so the browser's messages about them are no errors.
  test.use({ isQuiet: false, hasServiceWorker: true });

  test("stays a child’s app", async ({ page, context }) => {
    test.setTimeout(120_000);
    await register(page);
    await addChild(page);
    await page.goto("/family?next=/dashboard");
    await dancer(page, "Mia Demo").click();
    await expect(page.getByRole("heading", { name: /^Hi Mia Demo/ })).toBeVisible();
    await expect
      .poll(() => page.evaluate(() => localStorage.getItem("eightcount.app-stored")))
      .not.toBeNull();
    await page.evaluate(() => navigator.serviceWorker.ready);

    await context.setOffline(true);
    const places = page.getByRole("navigation", { name: "Main" }).first().getByRole("link");
    const expectChildsApp = async () => {
      await page.goto("/dashboard");
      await expect(places).toHaveText(["Today", "Library", "Badges"]);
      await expect(page.getByRole("button", { name: /^Your account/ })).toHaveCount(0);
      for (const path of ["/challenges", "/feed", "/account/settings", "/checkout"]) {
        await page.goto(path);
        await expect(page.getByRole("heading", { name: "An adult can do this" }), path).toBeVisible();
      }
      await page.goto("/library");
      await expect(page.getByRole("heading", { name: "Pick a dance" })).toBeVisible();
      await expect(page.getByRole("searchbox")).toHaveCount(0);
    };
    await expectChildsApp();

    await context.setOffline(false);
    await page.goto("/family?next=/dashboard");
    await dancer(page, "Pat Demo").click();
    await page.getByLabel("Adult PIN").fill("2468");
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page.getByRole("button", { name: "Your account, Pat Demo" })).toBeVisible();
    await context.setOffline(true);
    await page.goto("/library");
    await expect(places.filter({ hasText: "Challenges" })).toBeVisible();
    await expect(page.getByRole("searchbox")).toBeVisible();
  });

  test("remembers an adult’s profile until its account signs out", async ({ page, context }) => {
    test.setTimeout(120_000);
    await register(page);
    await addChild(page);
    await page.getByRole("button", { name: "Add profile" }).click();
    await page.getByLabel("Name", { exact: true }).fill("Lou Demo");
    await page.getByText("Adult", { exact: true }).click();
    await page.getByRole("button", { name: "Add to the family" }).click();
    await expect(page.getByRole("button", { name: "Change Lou Demo" })).toBeVisible();
    await page.goto("/family?next=/dashboard");
    await dancer(page, "Lou Demo").click();
    const account = page.getByRole("button", { name: "Your account, Lou Demo" });
    await expect(account).toBeVisible();
    await expect
      .poll(() => page.evaluate(() => localStorage.getItem("eightcount.app-stored")))
      .not.toBeNull();
    await page.evaluate(() => navigator.serviceWorker.ready);
    await context.setOffline(true);
    await page.goto("/library");
    await expect(page.getByRole("searchbox")).toBeVisible();

    await context.setOffline(false);
    await page.goto("/dashboard");
    const known = () => page.evaluate(() => localStorage.getItem("eightcount.known-adult"));
    expect(await known()).not.toBeNull();
    await account.click();
    await page.getByRole("button", { name: "Sign out" }).click();
    await expect.poll(known).toBeNull();
  });
});
