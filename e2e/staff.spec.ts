import { asAnother, signInAsAdmin } from "./people.ts";
import { expect, expectAccessible, test } from "./test.ts";

test("gives a member a role that opens the studio, and takes it away", async ({ page, browser, baseURL }) => {
  await signInAsAdmin(page.context());
  await page.goto("/studio/staff");
  const row = (name: string) => page.getByRole("main").getByRole("listitem").filter({ hasText: name });
  await expect(row("Demo Admin")).toContainText("You");
  await expectAccessible(page);

  await page.getByLabel("Username").fill("nobody.at.all");
  await page.getByRole("button", { name: "Add them" }).click();
  await expect(page.getByText("No one here has this name.")).toBeVisible();
  await expect(page.getByLabel("Username")).toBeFocused();
  const another = await asAnother(browser, baseURL!);
  await page.getByLabel("Username").fill(`@${another.username}`);
  await page.getByRole("combobox", { name: "Role", exact: true }).selectOption("Moderator");
  await page.getByRole("button", { name: "Add them" }).click();
  await expect(page.getByText(`@${another.username} has the role Moderator now.`)).toBeVisible();
  await expect(row(another.username).getByRole("combobox")).toHaveValue("moderator");
  // The role takes effect within a minute.
  const studio = another.page.getByRole("link", { name: /Moderation/ });
  await expect(async () => {
    await another.page.goto("/studio");
    await expect(studio).toBeVisible({ timeout: 3_000 });
  }).toPass({ timeout: 90_000 });

  await row(another.username).getByRole("combobox").selectOption("Admin");
  await row(another.username).getByRole("button", { name: "Change" }).click();
  await expect(page.getByText("Demo Dancer has the role Admin now.")).toBeVisible();
  await expect(row(another.username).getByRole("combobox")).toBeFocused();
  await row(another.username).getByRole("combobox").selectOption("No role");
  await row(another.username).getByRole("button", { name: "Change" }).click();
  const asked = page.getByRole("dialog", { name: "Remove Demo Dancer’s role?" });
  await expect(asked).toBeVisible();
  await expectAccessible(page);
  await asked.getByRole("button", { name: "Remove admin role" }).click();
  await expect(page.getByText("Removed Demo Dancer from the team.")).toBeVisible();
  await expect(row(another.username)).toHaveCount(0);
  await another.end();
});

test("refuses to remove the last admin's role", async ({ page }) => {
  await signInAsAdmin(page.context());
  await page.goto("/studio/staff");
  await page.getByRole("combobox", { name: "Role of Demo Admin" }).selectOption("Editor");
  await page.getByRole("button", { name: "Change the role of Demo Admin" }).click();
  await page.getByRole("button", { name: "Remove my admin role" }).click();
  await expect(page.getByText("This is the only admin.")).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  await expect(page.getByRole("combobox", { name: "Role of Demo Admin" })).toHaveValue("admin");
});
