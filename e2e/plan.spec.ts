import type { Page } from "@playwright/test";
import { expect, expectAccessible, test } from "./test.ts";

/** Presses an option and waits until the server has saved it. */
async function answer(page: Page, role: "radio" | "checkbox", name: string | RegExp): Promise<void> {
  const saved = page.waitForResponse(
    (response) =>
      response.url().endsWith("/graphql") && Boolean(response.request().postData()?.includes("Preference(")),
  );
  await page.getByRole(role, { name }).check();
  await saved;
}

async function answerDays(page: Page, ...days: string[]): Promise<void> {
  await page.goto("/onboarding?step=days_of_week");
  for (const day of days) await answer(page, "checkbox", day);
}

for (const variant of ["control", "variant-b"] as const) {
  test(`creates a weekly plan from list ${variant}, and shows it on another device after registration`, async ({
    page,
    browser,
  }) => {
    // An experiment decides which list of questions is shown.
    await page.route("**/graphql", async (route) => {
      if (!route.request().postData()?.includes('"Onboarding"')) return route.continue();
      const response = await route.fetch();
      const answer = await response.json();
      answer.data.onboardingList.list = variant === "variant-b" ? "b" : "a";
      await route.fulfill({ response, json: answer });
    });
    await page.goto("/onboarding");
    await answer(page, "radio", /^Myself/);
    const asked: string[] = [];
    for (;;) {
      const heading = page.getByRole("heading", { level: 1 });
      const title = (await heading.textContent()) ?? "";
      if (title === "Your first week" || title === "Planning your week") break;
      asked.push(title);
      if (title === "Which days?") {
        for (const day of ["Tuesday", "Thursday"]) await answer(page, "checkbox", day);
        await page.getByRole("button", { name: "Next" }).click();
      } else await page.getByRole("button", { name: "Skip" }).click();
      await expect(heading).not.toHaveText(title);
    }
    expect(asked).toContain("Which days?");
    await expect(page.getByRole("heading", { name: "Your first week" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Start now" })).toBeVisible();
    await expect(page.getByRole("img", { name: "0 of 2 classes danced" })).toBeVisible();
    await expectAccessible(page);
    const titles = await page.locator(".first-week-i a").allTextContents();
    expect(titles).toHaveLength(2);

    await page.getByRole("link", { name: "sign up" }).click();
    const email = `demo-plan-${Date.now()}@example.test`;
    await page.getByLabel("Name").fill("Demo Planner");
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password").fill("a long enough password");
    await page.getByRole("button", { name: "Sign up" }).click();
    await expect(page).toHaveURL(/\/plan/);

    const elsewhere = await browser.newContext({
      baseURL: new URL(page.url()).origin,
      extraHTTPHeaders: {
        "x-forwarded-for": `2001:db8:9::${Math.floor(Math.random() * 0xffff).toString(16)}`,
      },
    });
    try {
      const other = await elsewhere.newPage();
      await other.goto("/login?next=/plan");
      await other.getByLabel("Email").fill(email);
      await other.getByLabel("Password").fill("a long enough password");
      await other.getByRole("button", { name: "Sign in", exact: true }).click();
      await expect(other).toHaveURL(/\/plan/);
      for (const title of titles) await expect(other.getByRole("heading", { name: title })).toBeVisible();
    } finally {
      await elsewhere.close();
    }
  });
}

test("edits a week: moves, swaps, skips and restores a class, and sets days off", async ({ page }) => {
  await answerDays(page, "Monday", "Wednesday", "Friday");
  await page.goto("/plan");
  const rows = page.getByRole("article");
  await expect(rows).toHaveCount(3);
  await expectAccessible(page);
  const thisWeek = await rows.allTextContents();
  await page.getByRole("link", { name: "Next week" }).click();
  await expect(page).toHaveURL(/week=/);
  await expect(rows.first()).not.toHaveText(thisWeek[0]!);
  await expect(rows).toHaveCount(3);
  const title = await rows.first().getByRole("heading").textContent();

  const change = page.getByRole("button", { name: /^Change / });
  await change.first().click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expectAccessible(page);
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /Thursday/ })
    .click();
  await expect(page.getByText("Moved to Thursday.")).toBeVisible();
  await expect(rows.nth(1)).toContainText("Thursday");
  await expect(rows.nth(1)).toContainText(title!);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(rows.first()).toContainText("Monday");

  await change.first().click();
  const offered = page.getByRole("dialog").getByRole("listitem").first().getByRole("button");
  const other = await offered.locator(".strong").textContent();
  await offered.click();
  await expect(rows.first()).toContainText(other!);
  await expect(rows.first()).toContainText("You picked this");

  await change.first().click();
  await page.getByRole("button", { name: "Skip this week" }).click();
  await expect(rows).toHaveCount(2);
  await page.getByRole("button", { name: "Put it back" }).click();
  await expect(rows).toHaveCount(3);

  await page.reload();
  await expect(rows.first()).toContainText(other!);
  const monday = new URL(page.url()).searchParams.get("week")!;
  await page.getByLabel("From").fill(monday);
  await page.getByLabel("To", { exact: true }).fill(monday);
  await page.getByRole("button", { name: "Save days off" }).click();
  await expect(rows).toHaveCount(2);
  await page.getByRole("button", { name: "End days off" }).click();
  await expect(rows).toHaveCount(3);
});

test("serves the week as a calendar until its URL is revoked", async ({ page, request }) => {
  await answerDays(page, "Tuesday");
  await page.goto("/plan");
  await page.getByRole("button", { name: "Create link" }).click();
  const address = (await page.locator(".plan-secret").textContent())!;
  const calendar = await request.get(address);
  expect(await calendar.text()).toContain("BEGIN:VEVENT");
  await page.getByRole("button", { name: "Turn off link" }).click();
  await expect(page.getByRole("button", { name: "Create link" })).toBeVisible();
  expect((await request.get(address)).status()).toBe(404);
});

test("shows the week on the dashboard", async ({ page }) => {
  await page.goto("/dashboard");
  await expect(page.getByRole("heading", { name: "Plan your week" })).toBeVisible();
  await answerDays(page, "Sunday");
  await page.goto("/dashboard");
  await expect(page.getByRole("heading", { name: "Your week is planned" })).toBeVisible();
  await expectAccessible(page);
});
