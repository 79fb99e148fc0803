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

test("ends and restarts an experiment, and toggles a feature flag", async ({ page }) => {
  await signInAsAdmin(page.context());
  await page.goto("/studio/experiments");
  const experiment = page.getByRole("article", { name: "onboarding-variant-b" });
  await expect(experiment.getByRole("row")).toHaveCount(4);
  await expectAccessible(page);
  await experiment.getByRole("button", { name: "End it" }).click();
  await expect(experiment.getByText("Has ended")).toBeVisible();
  await experiment.getByRole("button", { name: "Start it" }).click();
  // An experiment and its flag are one state: what the flag keeps off isn't running.
  const off = experiment.getByText("Off: everyone sees the control until its feature flag is on");
  await expect(off).toBeVisible();
  const flag = page.getByRole("checkbox", { name: "onboarding-variant-b" });
  await flag.click();
  await expect(flag).toBeChecked();
  await expect(experiment.getByText(/Running since/)).toBeVisible();
  await flag.click();
  await expect(flag).not.toBeChecked();
  await expect(off).toBeVisible();
});

test("answers not found to others", async ({ page }) => {
  for (const path of ["funnel", "attribution", "experiments"]) {
    await page.goto(`/studio/${path}`);
    await expect(page.getByRole("heading", { level: 1, name: "5, 6, 7… page not found" })).toBeVisible();
  }
  await expectAccessible(page);
});
