import { makeSourceVideo, soundOfClass } from "../server/testing/class-sounds.ts";
import { describeClass, saveDraft } from "./class-editor.ts";
import { signInAsAdmin } from "./people.ts";
import { expect, expectAccessible, test } from "./test.ts";

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
  await page
    .getByLabel("Upload Back video", { exact: true })
    .setInputFiles(await sourceVideo("back", 14, 40));
  const back = page.getByRole("group", { name: "Back", exact: true });
  await expect(back.getByText(/^Starts (4\.0[0-2]|3\.9[89])s after the front view\.$/)).toBeVisible({
    timeout: 60_000,
  });

  await back.getByRole("button", { name: "Set its start" }).click();
  const sheet = page.getByRole("dialog", { name: "When does this view start?" });
  await expect(sheet.getByText("Found by its sound.")).toBeVisible();
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
});
