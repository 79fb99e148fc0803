import { expect, expectAccessible, test } from "./test.ts";

test("a stranger answers, goes back, skips, and comes back where they left off", async ({ page }) => {
  await page.goto("/onboarding");
  await expect(page.getByRole("heading", { name: "Who’s going to dance?" })).toBeVisible();
  const kept = page.waitForResponse((response) => response.url().endsWith("/graphql"));
  await page.getByRole("radio", { name: /^Myself/ }).check();
  await kept;
  await page.getByRole("button", { name: "Next" }).click();
  await expect(page.getByRole("heading", { name: "Where are you with dance?" })).toBeFocused();
  await page.getByRole("button", { name: "Back" }).click();
  await expect(page.getByRole("radio", { name: /^Myself/ })).toBeChecked();
  await page.goBack();
  await expect(page.getByRole("heading", { name: "Where are you with dance?" })).toBeVisible();
  await page.getByRole("button", { name: "Skip" }).click();
  await expect(page.getByRole("heading", { name: "What brings you here?" })).toBeVisible();
  await expectAccessible(page);

  await page.goto("/onboarding");
  await expect(page.getByRole("heading", { name: "Where are you with dance?" })).toBeVisible();
});

test("a family is asked for the family’s goal, and not for a dancer’s", async ({ page }) => {
  await page.goto("/onboarding");
  const kept = page.waitForResponse((response) => response.url().endsWith("/graphql"));
  await page.getByRole("radio", { name: /^My family/ }).check();
  await kept;
  const asked: string[] = [];
  for (;;) {
    const heading = (await page.getByRole("heading", { level: 1 }).textContent()) ?? "";
    if (heading === "Your first week" || heading === "Laying out your week") break;
    asked.push(heading);
    await page.getByRole("button", { name: "Skip" }).click();
    await expect(page.getByRole("heading", { level: 1 })).not.toHaveText(heading);
  }
  expect(asked).toContain("What’s it for, as a family?");
  expect(asked).not.toContain("What brings you here?");
  await expect(page.getByRole("link", { name: "Dance it now" })).toBeVisible();
});

test("several answers are kept with the keyboard alone", async ({ page }) => {
  await page.goto("/onboarding?step=dance_location");
  await page.getByRole("checkbox", { name: /^A small room/ }).focus();
  const kept = page.waitForResponse((response) => response.url().endsWith("/graphql"));
  await page.keyboard.press("Space");
  await kept;
  const second = page.waitForResponse((response) => response.url().endsWith("/graphql"));
  await page.keyboard.press("Tab");
  await page.keyboard.press("Space");
  await second;
  await page.reload();
  await expect(page.getByRole("checkbox", { name: /^A small room/ })).toBeChecked();
  await expect(page.getByRole("checkbox", { name: /^A living room/ })).toBeChecked();
  await expect(page.getByRole("checkbox", { name: /^A studio/ })).not.toBeChecked();
});

test("the survey asks for a choice, takes another place, and leads on", async ({ page }) => {
  await page.goto("/hdyhau?next=/library");
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page.getByRole("alert")).toHaveText("Choose one, or skip.");
  await page.getByRole("radio", { name: "Somewhere else" }).check();
  await page.getByLabel("Where?").fill("A poster in the tram");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page).toHaveURL(/\/library$/);
});
