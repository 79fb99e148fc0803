import { signInAsAdmin } from "./people.ts";
import { expect, expectAccessible, test } from "./test.ts";

test("publishes a challenge of chosen classes, edits it, and shows it to a visitor", async ({
  page,
  browser,
  baseURL,
}) => {
  await signInAsAdmin(page.context());
  await page.goto("/studio/challenges");
  await expect(page.getByRole("heading", { level: 1, name: "Challenges" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "New challenge" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "New challenge" })).toBeFocused();
  const form = page.getByRole("form", { name: "New challenge" });
  await form.getByLabel("Title").fill("The left, for a week");
  await form.getByLabel("Description").fill("One class, as often as you like.");
  await form.getByRole("combobox", { name: "What counts" }).selectOption("Specific classes");
  await form.getByLabel("Add a class").fill("drag the left");
  await form.getByRole("button", { name: "Drag the left" }).click();
  await expect(form.getByRole("list", { name: "Eligible classes" })).toContainText("Drag the left");
  const badge = form.getByRole("group", { name: "Badge 1" });
  await badge.getByLabel("Name").fill("Left");
  await badge.getByLabel("What it is for").fill("The one class, danced whole");
  // The default is eight completions of one class.
  await form.getByRole("button", { name: "Publish" }).click();
  await expect(form.getByRole("alert")).toContainText("a higher, achievable goal");
  await expectAccessible(page);
  await badge.getByLabel("Classes").fill("1");
  await form.getByRole("button", { name: "Publish" }).dblclick();
  await expect(page.getByText("Published The left, for a week.")).toBeVisible();
  const row = page.getByRole("link", { name: /The left, for a week/ });
  await expect(row).toHaveCount(1);
  await expect(row).toContainText("Upcoming");

  await row.click();
  const change = page.getByRole("form", { name: "Change The left, for a week" });
  await change.getByLabel("The goal", { exact: true }).fill("Drag it, all week");
  await change.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Saved.", { exact: true })).toBeVisible();
  await expectAccessible(page);

  const context = await browser.newContext({ baseURL: baseURL! });
  const stranger = await context.newPage();
  await stranger.goto("/challenges");
  const card = stranger.getByRole("region", { name: "Upcoming" }).getByRole("link", { name: /The left/ });
  await expect(card).toContainText("Drag it, all week");
  await card.click();
  await expect(stranger.getByRole("link", { name: "Drag the left" })).toBeVisible();
  await stranger.getByRole("button", { name: "Join challenge" }).click();
  await expect(stranger.getByRole("button", { name: "Leave challenge" })).toBeVisible();
  await context.close();

  // A challenge canceled before its start disappears for everyone.
  await page.reload();
  await change.getByRole("button", { name: "Cancel challenge…" }).click();
  await expect(change.getByText("1 dancer has joined and will lose it")).toBeVisible();
  await change.getByRole("button", { name: "Cancel challenge", exact: true }).click();
  await expect(page.getByText("Canceled The left, for a week.")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: "Challenges" })).toBeVisible();
  await expect(row).toHaveCount(0);
});

test("warns the second of two editors about a conflict, and keeps the input", async ({ page }) => {
  await signInAsAdmin(page.context());
  const other = await page.context().newPage();
  for (const one of [page, other]) {
    await one.goto("/studio/challenges");
    await one.getByRole("link", { name: /One whole class/ }).click();
    await one.getByRole("textbox", { name: "Below the goal" }).fill(one === page ? "Any room" : "Any floor");
  }
  await other.getByRole("button", { name: "Save" }).click();
  await expect(other.getByText("Saved.", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("alert")).toContainText("Someone else edited this challenge.");
  await expect(page.getByRole("textbox", { name: "Below the goal" })).toHaveValue("Any room");
  await page.getByRole("button", { name: "Reload" }).click();
  await expect(page.getByRole("textbox", { name: "Below the goal" })).toHaveValue("Any floor");
  await page.getByRole("textbox", { name: "Below the goal" }).fill("Any room");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Saved.", { exact: true })).toBeVisible();
});

test("answers not found to dancers", async ({ page }) => {
  await page.goto("/studio/challenges?challenge=new");
  await expect(page.getByRole("heading", { level: 1, name: "5, 6, 7… page not found" })).toBeVisible();
});
