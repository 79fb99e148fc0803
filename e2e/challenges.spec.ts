import { shortClasses } from "./library.ts";
import { expect, expectAccessible, test } from "./test.ts";

test("joins and leaves a challenge, and keeps both after a reload", async ({ page }) => {
  await page.goto("/challenges");
  await page.getByRole("link", { name: /One whole class/ }).click();
  await expect(page.getByRole("heading", { level: 1, name: "One whole class" })).toBeVisible();
  await page.getByRole("button", { name: "Join challenge" }).click();
  await expect(page.getByRole("button", { name: "Leave challenge" })).toBeVisible();
  await expect(page.getByRole("progressbar", { name: "0 classes of 1 class" })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("button", { name: "Leave challenge" })).toBeVisible();
  await page.getByRole("button", { name: "Leave challenge" }).click();
  await expect(page.getByRole("button", { name: "Join challenge" })).toBeVisible();
});

test("awards a badge for a completed class, on the end card and in the challenge", async ({ page }) => {
  await page.goto("/challenge/one-whole-class");
  await page.getByRole("button", { name: "Join challenge" }).click();
  await expect(page.getByRole("button", { name: "Leave challenge" })).toBeVisible();
  await page.goto(`/class/${shortClasses[0]}/play`);
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Eight of eight" })).toBeVisible();
  await expect(page.getByRole("list", { name: "You’ve earned" })).toContainText("One whole class");
  await page.goto("/challenge/one-whole-class");
  await expect(page.getByText("Earned", { exact: true })).toBeVisible();
  await expect(page.getByRole("progressbar", { name: "1 class of 1 class" })).toBeVisible();
  // The badge is on the badge wall and in the inbox.
  await page.goto("/challenges");
  await expect(
    page.getByRole("region", { name: "Your badges" }).getByRole("link", { name: /One whole class/ }),
  ).toBeVisible();
  await expect(page.getByRole("heading", { name: "1-week streak" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: /^Inbox, \d+ new$/ }).click();
  await page.getByRole("link", { name: /You’ve earned “One whole class”/ }).click();
  await expect(page.getByRole("heading", { level: 1, name: "One whole class" })).toBeVisible();
  await expect(page.getByText(/^Earned \w/)).toBeVisible();
});

test("updates an open leaderboard without a reload", async ({ page, browser, baseURL }) => {
  await page.goto("/challenge/one-whole-class");
  await page.getByRole("button", { name: "Join challenge" }).click();
  await expect(page.getByRole("button", { name: "Leave challenge" })).toBeVisible();
  const before = Number(/(\d+) dancers? joined/.exec((await page.locator("main").textContent()) ?? "")![1]);
  const other = await browser.newContext({ baseURL: baseURL! });
  const theirs = await other.newPage();
  await theirs.goto("/challenge/one-whole-class");
  await theirs.getByRole("button", { name: "Join challenge" }).click();
  await expect(page.getByText(new RegExp(`${before + 1} dancers joined`))).toBeVisible();
  await theirs.getByRole("button", { name: "Leave challenge" }).click();
  await expect(page.getByText(new RegExp(`${before} dancers? joined`))).toBeVisible();
  await other.close();
  await page.getByText("People you follow", { exact: true }).click();
  await expect(page.getByText("No one you follow has started yet.", { exact: false })).toBeVisible();
  await expectAccessible(page);
});

test("shows the streak after the first class, at home and among challenges, and plans and cancels a rest week", async ({
  page,
}) => {
  const weeks = page.getByRole("region", { name: "Weekly streak" });
  const rest = weeks.getByRole("button", { name: "Take next week off" });
  await page.goto("/challenges");
  await expect(weeks.getByRole("heading", { name: "Start your first week" })).toBeVisible();
  await expect(rest).toHaveCount(0);
  await page.goto(`/class/${shortClasses[0]}/play`);
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Eight of eight" })).toBeVisible();
  await page.goto("/dashboard");
  await expect(weeks.getByRole("heading", { name: "1-week streak" })).toBeVisible();
  await rest.click();
  await expect(weeks.getByText("1 rest week left this quarter.", { exact: false })).toBeVisible();
  await page.goto("/challenges");
  await weeks.getByRole("button", { name: "Cancel next rest week" }).click();
  await expect(rest).toBeVisible();
  await expectAccessible(page);
});

test("serves a share page for a badge, with title and image for link previews", async ({ page }) => {
  await page.goto("/badge/first-class");
  await expect(page.getByRole("heading", { level: 1, name: "First class" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Share" })).toBeVisible();
  await expectAccessible(page);
  const metaOf = async (path: string) => (await page.request.get(path)).text();
  expect(await metaOf("/badge/first-class")).toMatch(
    /og:image" content="http[^"]+\/share\/badge\/first-class\.2\.png"/,
  );
  expect(await metaOf("/challenge/one-whole-class")).toMatch(
    /og:image" content="http[^"]+\/share\/challenge\/one-whole-class/,
  );
  expect((await page.request.get("/badge/nothing")).status()).toBe(404);
});
