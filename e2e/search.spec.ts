import { expect, expectAccessible, test } from "./test.ts";

test("understands a search as filters, which chips take out again, and says what to leave out", async ({
  page,
}) => {
  await page.goto("/library");
  const field = page.getByRole("searchbox", { name: "Search the library" });
  await field.fill("house beginner 10 min");
  const read = page.getByRole("group", { name: "Read from your search" });
  await expect(read.getByRole("button", { name: "Remove: Up to 10 min" })).toBeVisible();
  await expect(read.getByRole("button")).toHaveCount(3);
  await expectAccessible(page);
  await read.getByRole("button", { name: "Remove: Beginner" }).click();
  await expect(page).toHaveURL(/q=house\+10\+min|q=house%2010%20min/);
  await expect(read.getByRole("button")).toHaveCount(2);

  await field.fill("corner store house");
  await expect(page.getByRole("heading", { name: "Phrase number" }).first()).toBeVisible();
  await field.fill("drag the left house");
  await expect(page.getByRole("heading", { name: /No results for/ })).toBeVisible();
  await page.getByRole("button", { name: "Without “house”: 1 class" }).click();
  await expect(page.getByRole("heading", { name: "Drag the left" })).toBeVisible();
  await field.fill("drag the lefft");
  await expect(page.getByText("Showing results for “drag the left”.")).toBeVisible();
});
