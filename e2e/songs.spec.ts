import { signInAsAdmin } from "./people.ts";
import { expect, expectAccessible, expectFits, test } from "./test.ts";

test("gives a class a new song, which a visitor finds, and merges its duplicate", async ({
  page,
  browser,
  baseURL,
}) => {
  await signInAsAdmin(page.context());
  await page.goto("/studio/classes/drag-the-left");
  const songs = page.getByRole("region", { name: "Songs" });
  const picker = songs.getByRole("combobox", { name: "Add a song" });
  await picker.fill("corner st");
  await page.getByRole("option", { name: /Corner Store/ }).click();
  await picker.fill("Paper Lanterns");
  await page.getByRole("option", { name: "Add “Paper Lanterns”" }).click();
  const form = songs.getByRole("form", { name: "New song" });
  await form.getByLabel("Artist").fill("Slow Room");
  await form.getByLabel("ISRC").fill("not a code");
  await form.getByRole("button", { name: "Add song" }).click();
  await expect(form.getByText("An ISRC has 12 characters")).toBeVisible();
  await form.getByLabel("ISRC").fill("zz-slr-26-00077");
  await form.getByRole("button", { name: "Add song" }).click();
  await songs.getByRole("button", { name: "Move Paper Lanterns up" }).click();
  const lanterns = songs.getByRole("listitem").filter({ hasText: "Paper Lanterns" });
  await lanterns.getByLabel("From eight of the song").fill("5");
  await lanterns.getByLabel("To eight").fill("8");
  await songs.getByRole("button", { name: "Save songs" }).click();
  await expect(page.getByText("Songs saved.")).toBeVisible();
  await expectAccessible(page);

  const context = await browser.newContext({ baseURL: baseURL! });
  const visitor = await context.newPage();
  await visitor.goto("/library");
  await visitor.getByRole("link", { name: /See all .*songs/ }).click();
  await expect(visitor.getByRole("heading", { level: 1, name: "Songs" })).toBeVisible();
  await visitor.getByRole("button", { name: "P", exact: true }).click();
  await expectAccessible(visitor);
  await expectFits(visitor);
  await visitor.getByRole("link", { name: /Paper Lanterns/ }).click();
  await expect(visitor.getByRole("heading", { level: 1, name: "Paper Lanterns" })).toBeVisible();
  await expectAccessible(visitor);
  await expectFits(visitor);
  const eights = visitor.getByRole("group", { name: "Drag the left: eights 5 to 8 of 8" });
  await eights.getByRole("link", { name: /^Eight 5,/ }).focus();
  await visitor.keyboard.press("End");
  await expect(eights.getByRole("link", { name: /^Eight 8,/ })).toBeFocused();
  await visitor.keyboard.press("Enter");
  await expect(visitor).toHaveURL(/\/play\?t=/);
  await visitor.goBack();
  await visitor
    .getByRole("link", { name: /Drag the left/ })
    .last()
    .click();
  const about = visitor.getByRole("complementary", { name: "About this class" });
  await expect(about.getByRole("link", { name: "Paper Lanterns" })).toBeVisible();

  await page.goto("/studio/songs");
  await page.getByText("Add a song").click();
  const added = page.getByRole("form", { name: "New song" });
  await added.getByLabel("Title").fill("Paper lanterns");
  await added.getByLabel("Artist").fill("Slow Room");
  await added.getByRole("button", { name: "Add song" }).click();
  await expect(page.getByText("Song saved.")).toBeVisible();
  await page.getByRole("combobox", { name: "Show" }).selectOption("Possible duplicates");
  const double = page
    .getByRole("listitem")
    .filter({ hasText: "No ISRC" })
    .filter({ hasText: "Paper lanterns" });
  await double.getByText("Paper lanterns").first().click();
  await double.getByRole("combobox", { name: "Merge into another song" }).fill("ZZSLR2600077");
  await page.getByRole("option", { name: /Paper Lanterns/ }).click();
  await expectAccessible(page);
  await expectFits(page);
  await double.getByRole("button", { name: "Merge songs" }).click();
  await expect(page.getByText("Songs merged.")).toBeVisible();
  await expect(page.getByText("No song found.")).toBeVisible();

  await page.goto("/studio/royalties");
  await expect(page.getByRole("heading", { level: 1, name: "Music report" })).toBeVisible();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download CSV" }).click();
  expect((await download).suggestedFilename()).toBe("royalties.csv");
  await expectAccessible(page);
  await expectFits(page);
  await context.close();
});
