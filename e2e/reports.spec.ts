import { signInAsAdmin } from "./people.ts";
import { expect, expectAccessible, test } from "./test.ts";

test("shows an admin the funnel by segment, and exports it", async ({ page }) => {
  await signInAsAdmin(page.context());
  await page.goto("/studio/funnel");
  await expect(page.getByRole("heading", { level: 1, name: "Funnel" })).toBeVisible();
  await expect(page.getByRole("list", { name: "People at each step" }).getByRole("listitem")).toHaveCount(6);
  await expectAccessible(page);
  for (const by of ["country", "source", "variant", "week"]) {
    await page.getByRole("combobox", { name: "By", exact: true }).selectOption(by);
    await expect(page.getByRole("heading", { name: `By ${by}` })).toBeVisible();
    await expect(page.locator(".studio-body.is-old")).toHaveCount(0);
    await expect(page.getByRole("row").nth(1)).toBeVisible();
  }
  await page.getByRole("combobox", { name: "By", exact: true }).selectOption("country");
  await page.getByRole("combobox", { name: "Period" }).selectOption("90");
  await expect(page.getByRole("rowheader", { name: "Germany" })).toBeVisible();
  const file = page.waitForEvent("download");
  await page.getByRole("button", { name: "CSV" }).click();
  expect((await file).suggestedFilename()).toBe("funnel.csv");
});

test("shows an admin attribution next to survey answers", async ({ page }) => {
  await signInAsAdmin(page.context());
  await page.goto("/studio/funnel");
  await page.getByRole("link", { name: "Attribution" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Attribution" })).toBeVisible();
  await expect(page.getByRole("list", { name: /People by source/ })).toContainText("newsletter");
  await expect(page.getByRole("rowheader", { name: "A friend or family" }).first()).toBeVisible();
  await expectAccessible(page);
  const firstTouch = await page.getByRole("list", { name: /People by source/ }).innerText();
  await page.getByText("Last", { exact: true }).click();
  await expect(page.getByRole("list", { name: /People by source/ })).not.toHaveText(firstTouch);
  const file = page.waitForEvent("download");
  await page.getByRole("button", { name: "CSV" }).click();
  expect((await file).suggestedFilename()).toBe("attribution.csv");
});

test("designs an experiment, and pauses another by its feature flag", async ({ page }) => {
  await signInAsAdmin(page.context());
  await page.goto("/studio/experiments");
  // An experiment and its flag are one state: what the flag keeps off isn't running.
  const former = page.getByRole("article", { name: "Order of the first questions" });
  await expect(former.getByText("Paused", { exact: true })).toBeVisible();
  await expect(former.getByRole("row")).toHaveCount(5);
  await former.getByRole("button", { name: "Resume" }).click();
  await expect(former.getByText("Running", { exact: true })).toBeVisible();
  await former.getByRole("button", { name: "Pause" }).click();
  await expect(former.getByText("Paused", { exact: true })).toBeVisible();

  await page.getByRole("button", { name: "New experiment" }).click();
  const form = page.getByRole("form", { name: "New experiment" });
  await form.getByLabel("Name").fill("Monthly first");
  await form.getByLabel("What it varies").selectOption("Preselected plan at checkout");
  await form.getByLabel("Goal").selectOption("Paid");
  await form.getByLabel("People a day").fill("200");
  await expect(form.getByRole("status")).toHaveText(
    /3,841 people for each variant, 7,682 in all. About 39 days./,
  );
  await expectAccessible(page);
  await form.getByRole("button", { name: "Save draft" }).click();
  const draft = page.getByRole("article", { name: "Monthly first" });
  await expect(draft.getByText("Draft", { exact: true })).toBeVisible();
  await draft.getByRole("button", { name: "Start experiment" }).click();
  await expect(draft.getByText("0 of 7,682 people")).toBeVisible();
  await expect(draft.getByText(/A number read earlier isn’t a result/)).toBeVisible();
  await expectAccessible(page);
  await draft.getByRole("button", { name: "End experiment" }).click();
  await expect(page.getByText("Fewer people took part than planned")).toBeVisible();
  await page.getByRole("button", { name: "Keep the control" }).click();
  await expect(draft.getByText("The control was kept.")).toBeVisible();

  await page.getByRole("button", { name: "New experiment" }).click();
  await form.getByLabel("Name").fill("Twice deleted");
  await form.getByLabel("What it varies").selectOption("Preselected plan at checkout");
  await form.getByLabel("Goal").selectOption("Paid");
  await form.getByLabel("People a day").fill("200");
  await form.getByRole("button", { name: "Save draft" }).click();
  await expect(page.getByRole("article", { name: "Twice deleted" })).toBeVisible();
  const colleague = await page.context().newPage();
  await colleague.goto("/studio/experiments");
  for (const admin of [colleague, page]) {
    const deleted = admin.getByRole("article", { name: "Twice deleted" });
    await deleted.getByRole("button", { name: "Delete draft" }).click();
    await admin.getByRole("dialog").getByRole("button", { name: "Delete draft" }).click();
    await expect(deleted).toHaveCount(0);
  }
});

test("answers not found to others", async ({ page }) => {
  for (const path of ["funnel", "attribution", "experiments"]) {
    await page.goto(`/studio/${path}`);
    await expect(page.getByRole("heading", { level: 1, name: "5, 6, 7… page not found" })).toBeVisible();
  }
  await expectAccessible(page);
});
