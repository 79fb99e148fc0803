import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { expectAccessible } from "../gallery/accessibility.ts";
import { stories } from "./sheet.stories.tsx";

const WithFooter = stories.states["With a footer"]!;
const Long = stories.states["500 lines"]!;

test("opens as a named dialog that holds the focus, and Escape returns it", async () => {
  const screen = await render(<WithFooter />);
  await screen.getByRole("button", { name: "Open" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete video" });
  await expect.element(dialog).toBeVisible();
  for (let press = 0; press < 5; press++) {
    await userEvent.keyboard("{Tab}");
    expect(dialog.element().contains(document.activeElement)).toBe(true);
  }
  await expectAccessible(dialog.element());
  await userEvent.keyboard("{Escape}");
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(screen.getByRole("button", { name: "Open" })).toHaveFocus();
});

test("the close button closes it", async () => {
  const screen = await render(<WithFooter />);
  await screen.getByRole("button", { name: "Open" }).click();
  await page.getByRole("button", { name: "Close" }).click();
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
});

test("long content scrolls inside the sheet on a phone", async () => {
  await page.viewport(390, 700);
  const screen = await render(<Long />);
  await screen.getByRole("button", { name: "Open" }).click();
  const dialog = page.getByRole("dialog");
  await expect.element(dialog).toBeVisible();
  const { height, width } = dialog.element().getBoundingClientRect();
  expect(height).toBeLessThanOrEqual(700);
  expect(width).toBeLessThanOrEqual(390);
  await page.getByRole("button", { name: "Done" }).click();
});
