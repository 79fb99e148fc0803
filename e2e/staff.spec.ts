import { randomUUID } from "node:crypto";
import { teacherUsername } from "./library.ts";
import { linkInMail } from "./mailbox.ts";
import { asAnother, signInAsAdmin, signInAsTeacher } from "./people.ts";
import { expect, expectAccessible, test } from "./test.ts";

test("gives a member a role that opens the studio, and takes it away", async ({ page, browser, baseURL }) => {
  await signInAsAdmin(page.context());
  await page.goto("/studio/staff");
  const row = (name: string) => page.getByRole("main").getByRole("listitem").filter({ hasText: name });
  await expect(row("Demo Admin")).toContainText("You");
  await expectAccessible(page);

  await page.getByLabel("Email or username").fill("nobody.at.all");
  await page.getByRole("button", { name: "Add them" }).click();
  await expect(page.getByText("No one here has this name.")).toBeVisible();
  await expect(page.getByLabel("Email or username")).toBeFocused();
  const another = await asAnother(browser, baseURL!);
  await page.getByLabel("Email or username").fill(`@${another.username}`);
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

test("invites someone by email, who signs up, accepts, and sees their role's pages", async ({
  page,
  browser,
  baseURL,
}) => {
  const email = `demo-${randomUUID()}@example.test`;
  await signInAsAdmin(page.context());
  await page.goto("/studio/staff");
  await page.getByLabel("Email or username").fill(email);
  await page.getByRole("combobox", { name: "Role", exact: true }).selectOption("Support");
  await page.getByRole("button", { name: "Send invitation" }).click();
  await expect(page.getByText(`We sent an invitation to ${email}.`)).toBeVisible();
  const invitations = page.getByRole("region", { name: "Invitations" });
  await expect(invitations.getByRole("listitem").filter({ hasText: email })).toContainText("Support");
  await expectAccessible(page);

  const context = await browser.newContext({ baseURL: baseURL! });
  const invited = await context.newPage();
  await invited.goto(await linkInMail(invited, email, "You’re invited to join the team"));
  await expect(invited.getByRole("heading", { level: 1, name: "Join the team" })).toBeVisible();
  await expectAccessible(invited);
  await invited.getByRole("link", { name: "Sign up", exact: true }).click();
  await invited.getByLabel("Name").fill("Demo Support");
  await invited.getByLabel("Email").fill(email);
  await invited.getByLabel("Password", { exact: true }).fill("counting to eight slowly");
  await invited.getByRole("button", { name: "Sign up" }).click();
  const accept = invited.getByRole("button", { name: "Accept", exact: true });
  await accept.click();
  await expect(invited.getByText(/Confirm your email first/)).toBeVisible();
  await invited.goto(await linkInMail(invited, email, "Confirm your email"));
  await invited.getByRole("button", { name: "Confirm email" }).click();
  await expect(invited.getByRole("heading", { name: "Email confirmed" })).toBeVisible();
  await invited.goto("/studio/invitation");
  await accept.click();
  const menu = invited.getByRole("navigation", { name: "Studio" }).getByRole("link");
  await expect(menu).toHaveText(["Studio", "People", "Gift cards"]);
  await expect(invited.getByText(/Set up two-step verification or a passkey by/)).toBeVisible();
  await menu.getByText("People").click();
  await expect(invited.getByRole("heading", { level: 1, name: "People" })).toBeVisible();
  await expect(invited.getByRole("button", { name: "CSV" })).toHaveCount(0);
  await context.close();

  await page.reload();
  await expect(page.getByText("Demo Support", { exact: true })).toBeVisible();
  await expect(page.getByText(email)).toHaveCount(0);
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

test("lets a teacher change their own page, which visitors then see", async ({ page, browser, baseURL }) => {
  await signInAsTeacher(page.context());
  const context = await browser.newContext({ baseURL: baseURL! });
  await signInAsAdmin(context);
  const admin = await context.newPage();
  await admin.goto("/studio/library");
  await admin.getByText("Add an instructor").click();
  const form = admin.getByRole("form", { name: "Add an instructor" });
  await form.getByLabel("Name", { exact: true }).fill("Demo Lock");
  await form.getByLabel("Username").fill(teacherUsername);
  await form.getByRole("button", { name: "Add" }).click();
  await expect(admin.locator("summary").filter({ hasText: "Demo Lock" })).toBeVisible();
  await admin.goto("/instructor/demo-lock");
  await expect(admin.getByRole("heading", { level: 1, name: "Demo Lock" })).toBeVisible();
  await expect(admin.getByRole("button", { name: "Edit your page" })).toHaveCount(0);

  await page.goto("/instructor/demo-lock");
  await page.getByRole("button", { name: "Edit your page" }).click();
  const sheet = page.getByRole("dialog", { name: "Your page" });
  await sheet.getByRole("button", { name: "Photo of Demo Lock" }).click();
  const image = { name: "teacher.png", mimeType: "image/png", buffer: await page.screenshot() };
  await sheet.locator("input[type=file]").setInputFiles(image);
  await expect(sheet.getByRole("img", { name: "Demo Lock" })).toBeVisible();
  await sheet.getByLabel("About you").fill("Locking since 2009.");
  await sheet.getByLabel("Links").fill("http://lock.example");
  await sheet.getByRole("button", { name: "Save" }).click();
  await expect(sheet.getByLabel("Links")).toHaveAccessibleDescription(/begin with https/);
  await expectAccessible(page);
  await sheet.getByLabel("Links").fill("https://lock.example\nhttps://www.instagram.com/demo.lock");
  await sheet.getByRole("button", { name: "Save" }).dblclick();
  await expect(sheet).toBeHidden();
  const main = page.getByRole("main");
  await expect(main.getByText("Locking since 2009.")).toBeVisible();
  await expect(main.getByRole("link", { name: "Instagram of Demo Lock" })).toBeVisible();

  await admin.reload();
  await expect(admin.getByText("Locking since 2009.")).toBeVisible();
  await expect(admin.getByRole("link", { name: "lock.example of Demo Lock" })).toBeVisible();
  const photo = admin.getByRole("img", { name: "Photo of Demo Lock" });
  await expect
    .poll(() => photo.evaluate((shown) => (shown as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(0);
  await context.close();
});
