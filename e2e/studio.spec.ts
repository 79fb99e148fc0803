import { signInAsAdmin } from "./people.ts";
import { expect, expectAccessible, test } from "./test.ts";

test("opens each studio page from an admin's account menu", async ({ page }) => {
  await signInAsAdmin(page.context());
  await page.goto("/dashboard");
  await page.getByRole("button", { name: /Your account/ }).click();
  await page.getByRole("link", { name: "Studio", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Studio" })).toBeFocused();
  await expectAccessible(page);
  const menu = page.getByRole("navigation", { name: "Studio" });
  const names = await menu.getByRole("link").allInnerTexts();
  expect(names.map((name) => name.split("\n")[0])).toEqual([
    "Studio",
    "Classes",
    "Courses",
    "Songs",
    "Music report",
    "Figures",
    "Library",
    "Challenges",
    "Questions",
    "People",
    "Import members",
    "Messages",
    "Moderation",
    "Revenue",
    "Plans and prices",
    "Promo codes",
    "Gift cards",
    "Funnel",
    "Attribution",
    "Experiments",
    "Opening",
    "Settings",
    "Landing page",
    "Legal pages",
    "Team",
    "Audit log",
    "Export",
    "Failed jobs",
  ]);
  for (const at of [...names.keys()].slice(1)) {
    const link = menu.getByRole("link").nth(at);
    const name = await link.innerText();
    await link.click();
    await expect(page.getByRole("heading", { level: 1, name: name.split("\n")[0]! })).toBeFocused();
    await expect(link).toHaveAttribute("aria-current", "page");
  }
});

test("shows an admin each part of the home", async ({ page }) => {
  await signInAsAdmin(page.context());
  await page.goto("/studio");
  for (const name of [
    "Today",
    "Waiting for you",
    "Failed payments",
    "Trials ending within a week",
    "Next releases",
    "Net MRR",
  ])
    await expect(page.getByRole("region", { name, exact: true })).toBeVisible();
});

test("goes to a page, a class and an act for a person from the studio's search", async ({ page }) => {
  await signInAsAdmin(page.context());
  await page.goto("/studio/audit");
  await expect(page.getByRole("navigation", { name: "Studio" })).toBeVisible();
  const field = page.getByRole("combobox", { name: "Search the studio" });
  await page.keyboard.press("ControlOrMeta+k");
  await expect(field).toBeFocused();
  await expectAccessible(page);
  await field.fill("redemptions");
  await expect(page.getByRole("option")).toHaveText(["Promo codes"]);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Promo codes" })).toBeFocused();

  await page.keyboard.press("ControlOrMeta+k");
  await field.fill("drag the left");
  await expect(page.getByRole("option", { name: /Drag the left/ })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/studio\/classes\//);

  await page.keyboard.press("ControlOrMeta+k");
  await field.fill("Demo Admin");
  await expect(page.getByRole("option", { name: /Demo Admin/ })).toBeVisible();
  await page.getByRole("option", { name: "Give credit" }).click();
  await expect(page.getByRole("dialog", { name: "Credit for Demo Admin" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page).not.toHaveURL(/act=/);

  await page.keyboard.press("ControlOrMeta+k");
  await field.fill("zzzz");
  await expect(page.getByText("Nothing found.")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(field).toHaveCount(0);
});

test("finds a class as an editor, with the studio's data about it", async ({ page }) => {
  await signInAsAdmin(page.context());
  await page.goto("/studio/classes");
  await expectAccessible(page);
  await page.getByRole("searchbox").fill("drag the left");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/search=drag/);
  await page.getByLabel("More for Drag the left", { exact: true }).click();
  await page.getByRole("link", { name: "Loops for Drag the left" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Loop heatmap" })).toBeVisible();
  await expectAccessible(page);
});

test("adds an instructor, a style and a category, and reports invalid input", async ({ page }) => {
  await signInAsAdmin(page.context());
  await page.goto("/studio/library");
  await expect(page.getByRole("heading", { level: 1, name: "Library" })).toBeVisible();
  await expectAccessible(page);
  await page.getByText("Add an instructor").click();
  const form = page.getByRole("form", { name: "Add an instructor" });
  await form.getByLabel("Name", { exact: true }).fill("Demo Imani");
  await form.getByLabel("Username").fill("nobody.of.this.name");
  await form.getByRole("button", { name: "Add" }).click();
  await expect(form.getByLabel("Username")).toHaveAccessibleDescription(/No member has this username/);
  await expectAccessible(page);
  await form.getByLabel("Username").fill("");
  await form.getByLabel("Links").fill("http://imani.example");
  await form.getByRole("button", { name: "Add" }).click();
  await expect(form.getByLabel("Links")).toHaveAccessibleDescription(/begin with https/);
  await form.getByLabel("Links").fill("https://imani.example\nhttps://www.instagram.com/demo.imani");
  await form.getByRole("button", { name: "Add" }).click();
  const imani = page.locator("summary").filter({ hasText: "Demo Imani" });
  await expect(imani).toContainText("No account");
  await imani.click();
  await page.getByRole("button", { name: "Photo of Demo Imani" }).click();
  const photo = page.getByRole("region", { name: "Photo of Demo Imani" });
  const image = { name: "imani.png", mimeType: "image/png", buffer: await page.screenshot() };
  await photo.locator("input[type=file]").setInputFiles(image);
  await expect(photo.getByRole("img", { name: "Demo Imani" })).toBeVisible();
  await expectAccessible(page);

  const styles = page.getByRole("form", { name: "Add a style" });
  for (const message of ["Tap is a style now.", "The library has this name already."]) {
    await styles.getByLabel("New style").fill("Tap");
    await styles.getByRole("button", { name: "Add the style" }).click();
    await expect(page.getByText(message)).toBeVisible();
  }
  const tap = page.locator("summary").filter({ hasText: "Tap" });
  await tap.click();
  const edited = page.getByRole("form", { name: "Edit Tap" });
  await edited.getByLabel("Name", { exact: true }).fill("Tap dance");
  await expectAccessible(page);
  await edited.getByRole("button", { name: "Save" }).click();
  await expect(tap).toHaveText("Tap dance");
  const house = page.locator("summary").filter({ hasText: /^House$/ });
  await house.click();
  await page.getByRole("button", { name: "Delete House" }).click();
  await expect(page.getByText("Classes use it, drafts included.", { exact: false })).toBeVisible();
  await styles.getByLabel("New style").fill("Mistake");
  await styles.getByRole("button", { name: "Add the style" }).click();
  const mistake = page.locator("summary").filter({ hasText: "Mistake" });
  await mistake.click();
  await page.getByRole("button", { name: "Delete Mistake" }).click();
  await expect(mistake).toHaveCount(0);
  const categories = page.getByRole("form", { name: "Add a category" });
  await categories.getByLabel("New category").fill("Rhythm tap");
  await categories.getByLabel("Get fitter").check();
  await categories.getByRole("button", { name: "Add the category" }).click();
  const made = page.locator("summary").filter({ hasText: "Rhythm tap" });
  await expect(made).toContainText("0 classes");
  await expect(made).toContainText("1 goal");
  await expect(categories.getByLabel("Get fitter")).not.toBeChecked();
  // The goals of a category can be changed later.
  await made.click();
  const goals = page.getByRole("form", { name: "Goals of Rhythm tap" });
  await expect(goals.getByLabel("Get fitter")).toBeChecked();
  await goals.getByLabel("Dance together").check();
  await goals.getByRole("button", { name: "Save goals" }).click();
  await expect(page.getByText("Goals saved.")).toBeVisible();
  await expect(made).toContainText("2 goals");

  await page.getByText("Translations of styles").click();
  await page.getByRole("radiogroup", { name: "Language" }).getByText("Deutsch").click();
  const german = page.getByRole("form", { name: "Deutsch" });
  await german.getByLabel("Tap dance", { exact: true }).fill("Stepptanz");
  await german.getByRole("button", { name: "Save translations" }).click();
  await expect(page.getByText("Translations saved.")).toBeVisible();
  await expect(german.getByLabel("Tap dance", { exact: true })).toHaveValue("Stepptanz");
  await expectAccessible(page);

  // Merged into another one, its address leads there.
  await page
    .getByRole("form", { name: "Edit Tap dance" })
    .getByRole("button", { name: "Merge into…" })
    .click();
  const dialog = page.getByRole("dialog", { name: "Merge Tap dance" });
  await dialog.getByLabel("Merge into").selectOption("House");
  await expect(dialog.getByText("No class moves.")).toBeVisible();
  await expect(dialog.getByText("Links to Tap dance lead to House.")).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Merge into House" }).click();
  await expect(page.getByText("Tap dance merged.")).toBeVisible();
  await expect(page.getByRole("form", { name: "Edit Tap dance" })).toHaveCount(0);
  await page.goto("/library?style=tap");
  await expect(page).toHaveURL(/style=house/);

  await page.goto("/instructor/demo-imani");
  await expect(page.getByRole("img", { name: "Photo of Demo Imani" })).toHaveAttribute(
    "src",
    /\/pictures\/library\/instructor\//,
  );
  const link = page.getByRole("link", { name: "Instagram of Demo Imani" });
  await expect(link).toHaveAttribute("href", "https://www.instagram.com/demo.imani");
  await expect(link).toHaveAttribute("rel", /nofollow noopener/);
  await expectAccessible(page);
});

test("retries a failed job as an admin", async ({ page }) => {
  await signInAsAdmin(page.context());
  await page.goto("/studio/dead-letters");
  const row = page.getByRole("row", { name: /journeys\.nothing/ });
  await expect(row).toContainText("Nobody answered");
  await expectAccessible(page);
  await row.getByRole("button", { name: "Try again: journeys.nothing" }).click();
  await expect(page.getByText("Retrying journeys.nothing")).toBeVisible();
  await expect(row).toHaveCount(0);
  await page.reload();
  await expect(page.getByText("No failed jobs.")).toBeVisible();
});

test("hides the studio from dancers, and answers not found", async ({ page }) => {
  await page.goto("/studio");
  await expect(page.getByRole("heading", { level: 1, name: "5, 6, 7… page not found" })).toBeVisible();
  await page.getByRole("button", { name: /Your account/ }).click();
  await expect(page.getByRole("link", { name: "Settings" }).first()).toBeVisible();
  await expect(page.getByRole("link", { name: "Studio", exact: true })).toHaveCount(0);
});
