import { signInAsAdmin } from "./people.ts";
import { expect, expectAccessible, expectFits, test } from "./test.ts";

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

test("filters by instructor, song and what wasn't danced, and sorts by what dancers did", async ({
  page,
}) => {
  test.setTimeout(120_000);
  await signInAsAdmin(page.context());
  await page.goto("/library");
  const filters = page.getByRole("group", { name: "Filters" });
  const order = filters.getByRole("combobox", { name: "Sort by" });
  const titles = page.getByRole("heading", { name: /^(Phrase number|Drag)/ });
  await order.selectOption("Popular");
  await expect(titles.nth(0)).toHaveText("Phrase number 17");
  await expect(titles.nth(1)).toHaveText("Phrase number 19");
  await order.selectOption("Best finished");
  await expect(titles.nth(0)).toHaveText("Phrase number 19");
  await expect(titles.nth(1)).toHaveText("Phrase number 17");

  await filters.getByRole("button", { name: "Instructor" }).click();
  const sheet = page.getByRole("dialog");
  await sheet.getByLabel("Name").fill("ana");
  await expectAccessible(page);
  await sheet.getByRole("button", { name: "Demo Ana" }).click();
  await filters.getByRole("button", { name: "Song" }).click();
  await sheet.getByLabel("Title or artist").fill("no such song");
  await expect(sheet.getByText("No results for “no such song”")).toBeVisible();
  await sheet.getByLabel("Title or artist").fill("kitchen");
  await sheet.getByRole("button", { name: "Night Kitchen" }).click();
  await filters.getByRole("button", { name: "Not danced yet" }).click();
  await expect(page).toHaveURL(/instructor=demo-ana.*song=night-kitchen.*danced=no/);
  // Odd classes have the song.
  await expect(titles.nth(0)).toHaveText("Phrase number 19");
  await expectAccessible(page);
  await expectFits(page);
  await page.getByRole("searchbox", { name: "Search the library" }).fill("drag the left beginner");
  await expect(page.getByRole("button", { name: "Without “Night Kitchen”: 1 class" })).toBeVisible();
  await filters.getByRole("button", { name: "Not danced yet" }).click();
  await filters.getByRole("button", { name: "Remove: Night Kitchen" }).click();
  await expect(page.getByRole("heading", { name: "Drag the left" })).toBeVisible();
});
