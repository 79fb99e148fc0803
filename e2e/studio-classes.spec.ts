import { makeSample } from "../server/testing/media-samples.ts";
import { register, signInAsAdmin } from "./people.ts";
import { describeClass, saveDraft } from "./class-editor.ts";
import { expect, expectAccessible, expectFits, test } from "./test.ts";

// The editor may ask for the waveform of a video that is replaced at that moment. It asks again for the next one.
test.use({ refusals: ["/waveform"] });

test("creates and publishes a class", async ({ page, browser, baseURL }) => {
  test.setTimeout(300_000);
  const title = "Cross the floor slowly";
  await signInAsAdmin(page.context());
  await page.goto("/studio/classes");
  await page.getByRole("link", { name: "New class" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "New class" })).toBeFocused();
  await expectAccessible(page);

  // Missing fields are reported at the field, which gets the focus.
  await page.getByLabel("Description").fill("Two eights, danced across the room.");
  await page.getByRole("button", { name: "Save as a draft" }).click();
  await expect(page.getByText("Give the class a title.")).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Title" })).toBeFocused();
  await expectAccessible(page);
  await describeClass(page, title);
  await page.getByLabel("Included with").selectOption("Free");
  await page.getByRole("radio", { name: "Needs a full room" }).check({ force: true });
  await page.getByRole("checkbox", { name: "First steps" }).check();

  // Input is restored after navigation and after a reload.
  await page.getByRole("navigation", { name: "Studio" }).getByRole("link", { name: "Classes" }).click();
  await page.getByRole("link", { name: "New class" }).click();
  await expect(page.getByText("We restored your unsaved changes.")).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Title" })).toHaveValue(title);

  const save = page.getByRole("button", { name: "Save as a draft" });
  await save.dblclick();
  await expect(page).toHaveURL(/\/studio\/classes\/cross-the-floor-slowly$/);
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  await expect(page.getByText("front video")).toBeVisible();
  expect((await page.reload())?.status()).toBe(200);
  await expectAccessible(page);

  // Parts are typed by keyboard; errors are shown at their row.
  await page.getByRole("button", { name: "Add a part" }).click();
  const first = page.getByRole("listitem", { name: "Part 1" });
  await expect(first.getByLabel("Title")).toBeFocused();
  await page.keyboard.type("Walk it through");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expect(first.getByLabel("Starts")).toHaveValue("0:00");
  await page.keyboard.press("Tab");
  await page.keyboard.type("soon");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(first.getByText("Enter the end as")).toBeVisible();
  await expectAccessible(page);
  await first.getByLabel("Ends").fill("0:02.5");
  await page.getByRole("button", { name: "Add a part" }).click();
  const second = page.getByRole("listitem", { name: "Part 2" });
  await second.getByLabel("Title").fill("Full out");
  await second.getByLabel("Kind").selectOption("Full out");
  await second.getByLabel("Ends").fill("0:04");
  await page.getByRole("button", { name: "Move Full out up" }).click();
  await expect(page.getByText("It starts before the part above it ends.")).toBeVisible();
  await page.getByRole("button", { name: "Move Full out down" }).click();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("All changes saved.")).toBeVisible();
  await expect(page.getByText("at least one part")).toHaveCount(0);

  // The source video uploads and transcodes while the editor types on.
  const sourceVideo = await makeSample(test.info().outputPath(), "front.mp4", { seconds: 6 });
  await page.getByLabel("Upload Front video", { exact: true }).setInputFiles(sourceVideo);
  const front = page.getByRole("group", { name: "Front", exact: true });
  await expect(front.getByText("front.mp4")).toBeVisible();
  await page.getByLabel("Description").fill("Two eights across the room, and back.");
  await expect(page.getByText("Video ready.")).toBeVisible({ timeout: 200_000 });
  await expect(page.getByLabel("Description")).toHaveValue("Two eights across the room, and back.");
  await expect(page.getByText("Save your changes first.")).toBeVisible();
  // The video appears above the form, which moves down: a click could miss the button.
  await expect(page.getByRole("button", { name: "Play the video" })).toBeVisible();
  await page.getByRole("button", { name: "Save", exact: true }).press("Enter");
  await expect(page.getByText("All changes saved.")).toBeVisible();

  // The image is a still of the video.
  const image = page.getByRole("region", { name: "Image" });
  await image.getByRole("button", { name: "Suggest from the video" }).click();
  await image.getByRole("button", { name: "Use the image at" }).first().click();
  await expect(image.getByRole("button", { name: "Use the video’s image" })).toBeVisible();
  await image.getByRole("slider", { name: "From the left" }).last().press("ArrowRight");
  await expect(image.getByRole("button", { name: "Use the suggested position" })).toBeVisible();

  // Captions come from a file, and are corrected beside the video.
  await page.getByLabel("Captions, from this device").setInputFiles({
    name: "en.srt",
    mimeType: "application/x-subrip",
    buffer: Buffer.from("1\r\n00:00:00,000 --> 00:00:02,000\r\nWeight on the right\r\n"),
  });
  await page.getByRole("button", { name: "Edit the captions in English" }).click();
  const captions = page.getByRole("region", { name: "Captions: English" });
  await expect(captions.getByRole("textbox", { name: "Text" })).toHaveValue("Weight on the right");
  await captions.getByRole("textbox", { name: "Text" }).fill("Weight on the left");
  await captions.getByRole("button", { name: "Save captions" }).click();
  await expect(page.getByText("Captions saved.")).toBeVisible();

  // What is removed can be restored.
  await page.getByRole("button", { name: "Remove the captions in English" }).click();
  await expectAccessible(page);
  await page.getByRole("dialog").getByRole("button", { name: "Remove captions" }).click();
  await page.getByText("Earlier captions").click();
  await page.getByRole("button", { name: "Restore the captions in English" }).click();
  await expect(page.getByRole("button", { name: "Edit the captions in English" })).toBeVisible();
  await image.getByRole("button", { name: "Use the video’s image" }).click();
  await image.getByText("Earlier images").click();
  await image.getByRole("button", { name: "Restore this image" }).click();
  await expect(image.getByRole("button", { name: "Use the video’s image" })).toBeVisible();

  // Its editors play the draft like a dancer.
  await page.getByRole("link", { name: "Play as a dancer" }).click();
  await expect(page.getByRole("main").getByText("Draft", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Practice settings" }).click();
  await expect(page.getByRole("dialog").getByRole("button", { name: "Play on TV" })).toBeVisible();
  await expect(page.getByRole("dialog").getByRole("button", { name: "Remote" })).toHaveCount(0);
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "Back to class" }).click();
  await expect(page.getByText("Only your team sees this")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Edit class" }).click();

  await page.getByRole("button", { name: "Publish" }).click();
  await expect(page.getByRole("navigation", { name: "Pages of this class" })).toBeVisible();
  // Below the top bar, a link that is half scrolled away counts as too small.
  await page.evaluate(() => scrollTo(0, 0));
  await expectAccessible(page);

  const stranger = await browser.newContext({ baseURL: baseURL! });
  const other = await stranger.newPage();
  await other.goto("/library");
  await other.getByRole("link", { name: title }).first().click();
  await expect(other.getByRole("heading", { level: 1, name: title })).toBeVisible();
  await expect(other.getByText("Walk it through").first()).toBeVisible();
  await stranger.close();

  await page.getByRole("button", { name: "Unpublish" }).click();
  await expect(page.getByText("Archived", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Put it back" }).click();
  await expect(page.getByText("In the library", { exact: true })).toBeVisible();

  await page.getByRole("navigation", { name: "Studio" }).getByRole("link", { name: "Classes" }).click();
  await expect(page.getByRole("row").filter({ hasText: title })).toContainText("In the library");
});

test("refuses a file that isn’t a video, an upright version that isn’t upright, and deletes a draft", async ({
  page,
}) => {
  test.setTimeout(120_000);
  const title = "Nothing to see yet";
  await signInAsAdmin(page.context());
  await page.goto("/studio/classes/new");
  await describeClass(page, title);
  await saveDraft(page, title);
  await page.getByLabel("Upload Front video", { exact: true }).setInputFiles({
    name: "front.mp4",
    mimeType: "video/mp4",
    buffer: Buffer.from("Count to eight, then again.\n"),
  });
  const front = page.getByRole("group", { name: "Front", exact: true });
  await expect(front.getByText("Unsupported format.")).toBeVisible({ timeout: 60_000 });
  const wide = await makeSample(test.info().outputPath(), "wide.mp4", { seconds: 1 });
  await page.getByLabel("Upload Front video, upright version").setInputFiles(wide);
  const upright = page.getByRole("group", { name: "Front, upright" });
  await expect(upright.getByText("This video isn’t upright.")).toBeVisible({ timeout: 60_000 });
  await expectAccessible(page);
  await upright.getByRole("button", { name: "Remove this version" }).click();
  await expect(upright.getByText("Phones held upright play it")).toBeVisible();

  await page.getByRole("navigation", { name: "Studio" }).getByRole("link", { name: "Classes" }).click();
  await expect(page.getByRole("row").filter({ hasText: title })).toContainText("Draft");
  await expectAccessible(page);
  await page.getByRole("link", { name: title }).click();
  await page.getByRole("button", { name: "Delete this draft" }).click();
  await expect(page.getByRole("dialog", { name: "Delete this draft?" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Delete draft" }).click();
  await expect(page).toHaveURL(/\/studio\/classes$/);
  await expect(page.getByRole("link", { name: title })).toHaveCount(0);
});

test("merges the edits of two editors of one class", async ({ page, browser, baseURL }) => {
  const title = "Two pairs of hands";
  await signInAsAdmin(page.context());
  await page.goto("/studio/classes/new");
  await describeClass(page, title);
  await saveDraft(page, title);
  const context = await browser.newContext({ baseURL: baseURL! });
  await signInAsAdmin(context);
  const other = await context.newPage();
  await other.goto(page.url());
  await other.getByRole("textbox", { name: "Title" }).fill("Two pairs of feet");
  await page.getByRole("textbox", { name: "Title" }).fill("Four hands");
  await page.getByLabel("Level").selectOption("Advanced");
  await other.getByLabel("Style").selectOption("Latin");
  await other.getByRole("button", { name: "Save", exact: true }).click();
  await expect(other.getByText("All changes saved.")).toBeVisible();

  // Fields changed only by the other editor are taken over; this editor resolves the title.
  await expect(page.getByText("Someone else edited this: Title.")).toBeVisible();
  await expect(page.getByLabel("Style")).toHaveValue("latin");
  await expect(page.getByRole("textbox", { name: "Title" })).toHaveValue("Four hands");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Keep mine" }).click();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("All changes saved.")).toBeVisible();
  await expect(other.getByRole("textbox", { name: "Title" })).toHaveValue("Four hands");
  await expect(other.getByLabel("Level")).toHaveValue("advanced");
  await context.close();
});

test("answers not found to dancers on the editing pages", async ({ page }) => {
  for (const path of ["/studio/classes/new", "/studio/classes/drag-the-left"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1, name: "5, 6, 7… page not found" })).toBeVisible();
  }
});

test("resumes an interrupted upload after a reload", async ({ page }) => {
  test.setTimeout(120_000);
  const title = "Half a film";
  const piece = 5 * 1024 * 1024;
  const file = { name: "long.mp4", mimeType: "video/mp4", buffer: Buffer.alloc(piece * 2.5, "five six ") };
  await signInAsAdmin(page.context());
  await page.goto("/studio/classes/new");
  await describeClass(page, title);
  await saveDraft(page, title);
  const offsets: number[] = [];
  let isHeld = true;
  await page.route(/\/uploads\/[0-9a-f-]{36}$/, async (route) => {
    const offset = Number(route.request().headers()["upload-offset"] ?? -1);
    if (route.request().method() === "PATCH") offsets.push(offset);
    // The second chunk doesn't arrive before the reload.
    if (!isHeld || offset < piece) await route.continue();
  });
  await page.getByLabel("Upload Front video", { exact: true }).setInputFiles(file);
  await expect.poll(() => offsets.at(-1)).toBe(piece);
  const front = page.getByRole("group", { name: "Front", exact: true });
  await front.getByRole("button", { name: "Pause" }).click();
  await expect(front.getByText("Paused. Progress is saved.")).toBeVisible();
  await expectAccessible(page);

  // After navigation and back, this tab still sends it.
  await page.getByRole("navigation", { name: "Studio" }).getByRole("link", { name: "Classes" }).click();
  await page.getByRole("link", { name: title }).click();
  await expect(front.getByText("Paused. Progress is saved.")).toBeVisible();

  await page.reload();
  await expect(front.getByText("choose the same file to resume")).toBeVisible();
  isHeld = false;
  offsets.length = 0;
  await page.getByLabel("Upload Front video", { exact: true }).setInputFiles(file);
  await expect(front.getByText("Unsupported format.")).toBeVisible({ timeout: 60_000 });
  expect(offsets).toEqual([piece, 2 * piece]);
});

test("shows instructors their classes, without editing", async ({ page, browser, baseURL }) => {
  const username = await register(page.context());
  const context = await browser.newContext({ baseURL: baseURL! });
  await signInAsAdmin(context);
  const admin = await context.newPage();
  await admin.goto("/studio/library");
  await admin.getByText("Add an instructor").click();
  const form = admin.getByRole("form", { name: "Add an instructor" });
  await form.getByLabel("Name", { exact: true }).fill("Demo Teacher");
  await form.getByLabel("Username").fill(username);
  await form.getByRole("button", { name: "Add" }).click();
  await expect(admin.locator("summary").filter({ hasText: "Demo Teacher" })).toBeVisible();
  await context.close();

  await page.goto("/studio/classes");
  await expect(page.getByText("No classes yet.")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: "Classes" })).toBeVisible();
  await expect(page.getByRole("link", { name: "New class" })).toHaveCount(0);
  await expect(page.getByRole("group", { name: "Status" })).toHaveCount(0);
});

test.describe("a server that doesn’t answer", () => {
  test.use({ isQuiet: false });

  test("loses no input, and a retry creates one class", async ({ page }) => {
    const title = "Typed once";
    await signInAsAdmin(page.context());
    await page.goto("/studio/classes/new");
    await describeClass(page, title);
    // The first response is lost after the class was created.
    let isLost = false;
    await page.route("**/graphql", async (route) => {
      if (isLost || !route.request().postData()?.includes("CreateClass")) return route.fallback();
      isLost = true;
      await route.fetch();
      await route.abort("connectionreset");
    });
    await page.getByRole("button", { name: "Save as a draft" }).click();
    await expect(page.getByText("Your changes are still here. Try again.")).toBeVisible();
    await expect(page.getByRole("textbox", { name: "Title" })).toHaveValue(title);
    await page.getByLabel("Description").fill("Said after the first try.");
    await saveDraft(page, title);
    await expect(page).toHaveURL(/typed-once$/);
    await expect(page.getByLabel("Description")).toHaveValue("Said after the first try.");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByText("All changes saved.")).toBeVisible();
    await page.goto("/studio/classes");
    await expect(page.getByRole("link", { name: title })).toHaveCount(1);
  });
});

test("duplicates a class, and changes many in one dialog that says what can’t be done", async ({ page }) => {
  // A class of its own: copies of a class that other journeys search for would change what they find.
  const title = "Handed on twice";
  await signInAsAdmin(page.context());
  await page.goto("/studio/classes/new");
  await describeClass(page, title);
  await saveDraft(page, title);
  for (let copy = 1; copy <= 2; copy += 1) {
    await page.goto("/studio/classes?search=handed+on+twice");
    await page.getByLabel(`More for ${title}`, { exact: true }).click();
    await page.getByRole("button", { name: `Duplicate ${title} as a template`, exact: true }).click();
    await expect(page.getByRole("heading", { level: 1, name: `${title} (copy)` })).toBeVisible();
  }
  await page.goto("/studio/classes?search=handed+on+twice&state=draft");
  await expect(page.getByRole("button", { name: /^Draft/ })).toHaveAttribute("aria-pressed", "true");
  await expect(page.getByRole("row").filter({ hasText: `${title} (copy)` })).toHaveCount(2);
  await expectAccessible(page);
  await expectFits(page);
  await page.getByLabel("Select all shown").check();
  const bar = page.getByRole("region", { name: "Selected classes" });
  await bar.getByRole("button", { name: "Publish" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("Nothing changes.")).toBeVisible();
  await expect(dialog.getByText("3 classes can’t be changed")).toBeVisible();
  await expect(dialog.getByText("No video")).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await bar.getByText("Change", { exact: true }).click();
  await bar.getByRole("button", { name: "Change level" }).click();
  await dialog.getByLabel("Level").selectOption("Advanced");
  await dialog.getByRole("button", { name: "Change 3 classes" }).click();
  await expect(page.getByText("3 classes changed.")).toBeVisible();
  await expect(bar).toHaveCount(0);
  await page.getByLabel("Level").selectOption("Advanced");
  await expect(page).toHaveURL(/level=advanced/);
  await expect(page.getByRole("row").filter({ hasText: `${title} (copy)` })).toHaveCount(2);
});
