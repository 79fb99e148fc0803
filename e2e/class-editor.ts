import type { Page } from "@playwright/test";
import { expect } from "./test.ts";

/** Fills in the fields that a class needs to be saved. */
export async function describeClass(page: Page, title: string): Promise<void> {
  const form = page.getByRole("form", { name: "The class" });
  await form.getByRole("textbox", { name: "Title" }).fill(title);
  await form.getByLabel("Instructor").selectOption("Demo Ana");
  await form.getByLabel("Style").selectOption("House");
  await form.getByLabel("Section").selectOption("Learn");
}

/** Saves the new draft, and waits for its page. */
export async function saveDraft(page: Page, title: string): Promise<void> {
  await page.getByRole("button", { name: "Save as a draft" }).click();
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  await expect(page.getByRole("group", { name: "Front", exact: true })).toBeVisible();
}
