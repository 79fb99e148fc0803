import { makeSourceVideo, soundOfClass } from "../server/testing/class-sounds.ts";
import { describeClass, saveDraft } from "./class-editor.ts";
import { signInAsAdmin } from "./people.ts";
import { expect, expectAccessible, test } from "./test.ts";

test("watches and counts a draft, takes part times from the video, and shows it to a visitor", async ({
  page,
  browser,
  baseURL,
}) => {
  test.setTimeout(240_000);
  const folder = test.info().outputPath();
  const sound = soundOfClass("house", 120, 40, 5);
  await signInAsAdmin(page.context());
  await page.goto("/studio/classes/new");
  await describeClass(page, "Shown before Friday");
  await saveDraft(page, "Shown before Friday");
  await page
    .getByLabel("Upload Front video", { exact: true })
    .setInputFiles(await makeSourceVideo(folder, "front", sound, { fromSeconds: 0, seconds: 30 }));
  const preview = page.getByRole("region", { name: "Preview" });
  await preview.getByRole("button", { name: "Play the video" }).click({ timeout: 100_000 });
  await preview.getByRole("button", { name: "Pause" }).click();
  await page.getByRole("button", { name: "Add a part" }).click();
  const part = page.getByRole("listitem", { name: "Part 1" });
  await part.getByLabel("Title").fill("Groove");
  await preview.getByLabel("Position").fill("16000");
  await part.getByRole("button", { name: "End Groove at the video’s position" }).click();
  await expect(part.getByLabel("Ends")).toHaveValue(/^0:1[3-9]/);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("All changes saved.")).toBeVisible();

  // Another file asks first: it shows both videos, and which parts may not fit.
  await page
    .getByLabel("Upload Front video", { exact: true })
    .setInputFiles(await makeSourceVideo(folder, "shorter", sound, { fromSeconds: 0, seconds: 6 }));
  const question = page.getByRole("dialog", { name: "Replace the video?" });
  await expect(question.getByRole("region", { name: "Current video" })).toContainText("front.mp4");
  await expect(question.getByRole("region", { name: "New video" })).toContainText("shorter.mp40:06");
  await expect(question.getByText("These parts may not fit: Groove.")).toBeVisible();
  await expectAccessible(page);
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("group", { name: "Front", exact: true })).toContainText("front.mp4");

  await page.getByRole("button", { name: "Show it to others" }).click();
  const sheet = page.getByRole("dialog", { name: "Show this draft" });
  await sheet.getByRole("button", { name: "Create a link" }).click();
  const link = await sheet.getByText(/\/draft\//).textContent();
  await expectAccessible(page);
  const stranger = await browser.newContext({ baseURL: baseURL! });
  const other = await stranger.newPage();
  await other.goto(link!);
  await expect(other.getByRole("heading", { level: 1, name: "Shown before Friday" })).toBeVisible();
  await other.getByRole("button", { name: "Play" }).click();
  await expect
    .poll(() =>
      other
        .locator("video")
        .first()
        .evaluate((video: HTMLVideoElement) => video.currentTime),
    )
    .toBeGreaterThan(0.5);
  await expectAccessible(other);
  await sheet.getByRole("button", { name: "Withdraw all links" }).click();
  await expect(sheet).toBeHidden();
  await other.reload();
  await expect(other.getByRole("heading", { name: "This link doesn’t work" })).toBeVisible();
  await stranger.close();

  await page.getByRole("link", { name: "Counts" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Tempo and counts" })).toBeVisible();
  await page.getByRole("button", { name: "Save counts" }).click();
  await expect(page.getByText("Counts saved.", { exact: true })).toBeVisible();
});

test("places a second camera beside the first by its sound or by hand, and trims the class", async ({
  page,
}) => {
  test.setTimeout(240_000);
  const folder = test.info().outputPath();
  const sound = soundOfClass("house", 120, 60, 3);
  const sourceVideo = (name: string, fromSeconds: number, seconds: number) =>
    makeSourceVideo(folder, name, sound, { fromSeconds, seconds });
  await signInAsAdmin(page.context());
  await page.goto("/studio/classes/new");
  await describeClass(page, "Two cameras in the room");
  await saveDraft(page, "Two cameras in the room");

  await page
    .getByLabel("Upload Front video", { exact: true })
    .setInputFiles(await sourceVideo("front", 10, 40));
  await expect(page.getByText("Video ready.")).toBeVisible({ timeout: 100_000 });
  await page.getByRole("button", { name: "Add a view" }).click();
  await page
    .getByLabel("Upload Back video", { exact: true })
    .setInputFiles(await sourceVideo("back", 14, 40));
  const back = page.getByRole("group", { name: "Back", exact: true });
  await expect(back.getByText(/^Starts (4\.0[0-2]|3\.9[89])s after the front view\.$/)).toBeVisible({
    timeout: 60_000,
  });

  await back.getByRole("button", { name: "Set its start" }).click();
  const sheet = page.getByRole("dialog", { name: "When does this view start?" });
  await expect(sheet.getByText(/^Found by its sound\. We’re \d+% sure\.$/)).toBeVisible();
  await expect(sheet.locator(".sound-strip path")).toHaveCount(6);
  await expectAccessible(page);
  const seconds = sheet.getByLabel("Seconds after the front view");
  await seconds.fill("soon");
  await sheet.getByRole("button", { name: "Save" }).click();
  await expect(sheet.getByText("Enter seconds, such as 4.25 or -1.5.")).toBeVisible();
  await seconds.fill("3.5");
  await sheet.getByRole("button", { name: "1 frame later" }).click();
  await expect(seconds).toHaveValue("3.533");
  await sheet.getByRole("button", { name: "Save" }).click();
  await expect(back.getByText("Starts 3.53s after the front view.")).toBeVisible();
  await expect(back.getByText("Set by hand.")).toBeVisible();
  await back.getByRole("button", { name: "Set its start" }).click();
  await sheet.getByRole("button", { name: "Use its sound" }).click();
  await expect(back.getByText(/^Starts (4\.0|3\.9)/)).toBeVisible({ timeout: 60_000 });

  const front = page.getByRole("group", { name: "Front", exact: true });
  await front.getByRole("button", { name: "Trim" }).click();
  const trim = page.getByRole("dialog", { name: "Trim the class" });
  await trim.getByLabel("Start of the class").fill("0:10");
  await trim.getByLabel("End of the class").fill("0:12");
  await trim.getByRole("button", { name: "Trim" }).click();
  await expect(trim.getByText("Leave at least five seconds of the class.")).toBeVisible();
  await expectAccessible(page);
  await trim.getByLabel("End of the class").fill("0:30");
  await trim.getByRole("button", { name: "Trim" }).click();
  await expect(front.getByText("Plays from 0:10 to 0:30.")).toBeVisible();

  await back.getByRole("button", { name: "Remove this view" }).click();
  await back.getByText("Earlier videos").click();
  await back.getByRole("button", { name: "Restore" }).click();
  const question = page.getByRole("dialog", { name: "Restore this video?" });
  await expect(question.getByRole("region", { name: "Earlier video" })).toContainText("back.mp4");
  await question.getByRole("button", { name: "Restore video" }).click();
  await expect(back.getByText("back.mp4")).toBeVisible();
  await expect(back.getByText("Earlier videos")).toHaveCount(0);
});
