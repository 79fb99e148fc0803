import type { Page, PlaywrightWorkerArgs } from "@playwright/test";
import { signInAsAdmin } from "./people.ts";
import { expect, expectAccessible, test } from "./test.ts";

test("composes a landing page from which a visitor dances with one press", async ({
  page,
  browser,
  baseURL,
  playwright,
}) => {
  await signInAsAdmin(page.context());
  await page.goto("/studio/landing");
  await expect(page.getByText("Not published. New visitors begin at the home page.")).toBeVisible();
  const top = page.getByRole("region", { name: "Top of the page" });
  await top.getByLabel("Heading").fill("Dance where you are");
  await page.getByRole("button", { name: "Text", exact: true }).click();
  await page.getByRole("region", { name: "Text", exact: true }).getByLabel("Heading").fill("Who we are");
  await page.getByRole("button", { name: "Questions", exact: true }).click();
  const questions = page.getByRole("region", { name: "Questions", exact: true });
  await questions.getByLabel("Question", { exact: true }).fill("Do I need shoes?");
  await questions.getByLabel("Answer").fill("No, socks will do.");

  // The keyboard moves a block, and the focus stays with it. The hero stays at the top.
  await questions.getByRole("button", { name: "Move up: Questions" }).focus();
  await page.keyboard.press("Alt+ArrowUp");
  await expect(page.getByText("Questions: place 2")).toBeAttached();
  await page.keyboard.press("Alt+ArrowUp");
  const headings = page.getByRole("form", { name: "Landing page" }).getByRole("heading", { level: 2 });
  await expect(headings.nth(1)).toHaveText("Questions");
  await expect(headings.first()).toHaveText("Top of the page");

  // Visitors begin with a class, so the page isn't published without one.
  await page.getByRole("button", { name: "Publish" }).click();
  await expect(top.getByRole("alert")).toContainText("The hero needs a free one");
  // So tall that the bar with "Publish" lies over no button.
  const size = page.viewportSize()!;
  await page.setViewportSize({ ...size, height: 3000 });
  await expectAccessible(page);
  await page.setViewportSize(size);
  await top.getByLabel("Add a class").fill("drag the left");
  await top.getByRole("button", { name: "Drag the left" }).click();
  await page.getByRole("button", { name: "Save draft" }).click();
  await expect(page.getByText("Draft saved.")).toBeVisible();
  await page.getByRole("link", { name: "Preview" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Dance where you are" })).toBeVisible();
  await page.getByRole("link", { name: "Back to editing" }).click();

  const context = await browser.newContext();
  await context.addCookies([{ name: "consent", value: "2.00", url: baseURL! }]);
  const visitor = await context.newPage();
  await visitor.goto(`${baseURL}/`);
  await expect(visitor).toHaveURL(/\/dashboard$/);
  await page.getByRole("button", { name: "Publish" }).click();
  await expect(page.getByText("Landing page published.")).toBeVisible();
  try {
    // A first visit has its content with the page: the session comes later.
    const stranger = await playwright.request.newContext();
    const html = await (await stranger.get(`${baseURL}/`)).text();
    expect(html).toContain('"operationName":"LandingPage"');
    await stranger.dispose();
    await visitor.goto(`${baseURL}/`);
    await expect(visitor).toHaveURL(/\/welcome$/);
    await expect(visitor.getByRole("heading", { level: 1, name: "Dance where you are" })).toBeVisible();
    await visitor.getByText("Do I need shoes?").click();
    await expect(visitor.getByText("No, socks will do.")).toBeVisible();
    await expectAccessible(visitor);
    await varyHeading(page, visitor, playwright);
    await visitor.getByRole("link", { name: "Start dancing" }).first().click();
    await expect(visitor).toHaveURL(/\/class\/[^/]+\/play/);
    await visitor.waitForFunction(() => !(document.querySelector("video")?.paused ?? true));
  } finally {
    await page.getByRole("button", { name: "Take offline" }).click();
    await expect(page.getByText("The landing page is offline.")).toBeVisible();
  }
  await visitor.goto(`${baseURL}/`);
  await expect(visitor).toHaveURL(/\/dashboard$/);
  await context.close();
});

/** Runs an experiment with the page's heading while a visitor looks at it, and keeps the control. */
async function varyHeading(
  editor: Page,
  visitor: Page,
  playwright: PlaywrightWorkerArgs["playwright"],
): Promise<void> {
  const studio = await editor.context().newPage();
  await studio.goto("/studio/experiments");
  await studio.getByRole("button", { name: "New experiment" }).click();
  const form = studio.getByRole("form", { name: "New experiment" });
  await form.getByLabel("Name").fill("Other heading");
  await form.getByLabel("Heading of variant B").fill("Ten minutes a day");
  await form.getByRole("button", { name: "Save draft" }).click();
  const experiment = studio.getByRole("article", { name: "Other heading" });
  await experiment.getByRole("button", { name: "Start experiment" }).click();
  await expect(experiment.getByText("0 of 7,682 people")).toBeVisible();
  // The page is for one person alone now: the content comes with their session.
  const stranger = await playwright.request.newContext();
  const html = await (await stranger.get(visitor.url())).text();
  expect(html).not.toContain('"operationName":"LandingPage"');
  await stranger.dispose();
  const seen = visitor.waitForResponse(
    (response) => response.request().postData()?.includes("SetExperiment") ?? false,
  );
  await visitor.reload();
  const { data } = await (await seen).json();
  const heading = data.setExperiment.variant === "control" ? "Dance where you are" : "Ten minutes a day";
  await expect(visitor.getByRole("heading", { level: 1, name: heading })).toBeVisible();
  await studio.reload();
  await expect(experiment.getByText("1 of 7,682 people")).toBeVisible();
  await experiment.getByRole("button", { name: "End experiment" }).click();
  await studio.getByRole("button", { name: "Keep the control" }).click();
  await expect(experiment.getByText("The control was kept.")).toBeVisible();
  await studio.close();
}

test("warns the second of two editors, and keeps the input", async ({ page }) => {
  await signInAsAdmin(page.context());
  const other = await page.context().newPage();
  for (const editor of [page, other]) {
    await editor.goto("/studio/landing");
    await editor.getByRole("region", { name: "Top of the page" }).getByLabel("Text").fill("Mine");
  }
  await other.getByRole("button", { name: "Save draft" }).click();
  await expect(other.getByText("Draft saved.")).toBeVisible();
  await page.getByRole("button", { name: "Save draft" }).click();
  await expect(page.getByRole("alert")).toContainText("Someone else edited this page");
  await expect(page.getByRole("region", { name: "Top of the page" }).getByLabel("Text")).toHaveValue("Mine");
  await page.getByRole("button", { name: "Reload" }).click();
  await expect(page.getByRole("alert")).toHaveCount(0);
  await page.getByRole("button", { name: "Save draft" }).click();
  await expect(page.getByText("Draft saved.")).toBeVisible();
});
