import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ffmpeg, makeSample } from "../server/testing/media-samples.ts";
import { signInAsAdmin } from "./people.ts";
import { expect, expectAccessible, expectFits, test } from "./test.ts";

test("imports a folder of videos across a reload, and fills its drafts", async ({ page }) => {
  // It takes seconds. Without this, a run waits three minutes for a fault.
  test.setTimeout(75_000);
  const root = await mkdtemp(join(tmpdir(), "eightcount-import-"));
  const folder = join(root, "Shoot");
  await mkdir(join(folder, "House"), { recursive: true });
  const tone = ["-metadata", "title=Night Kitchen", "-metadata", "artist=Loftwerk"];
  await makeSample(join(folder, "House"), "01 - night_import.mp4", { seconds: 1, options: tone });
  await makeSample(folder, "Step import.mp4", { seconds: 1 });
  await makeSample(folder, "Step import-back.mp4", { seconds: 1, size: "320x180" });
  await writeFile(join(folder, "Step import.de.srt"), "1\n00:00:00,000 --> 00:00:01,000\nUnd eins\n");
  await ffmpeg(
    "-f",
    "lavfi",
    "-i",
    "color=c=teal:s=320x180",
    "-frames:v",
    "1",
    join(folder, "Step import.jpg"),
  );
  await writeFile(
    join(folder, "videos.csv"),
    "Video ID,Video Title (Original),Level\nabcdefghijk,Night import,Advanced\nbcdefghijkl,Never filmed,\n",
  );
  await signInAsAdmin(page.context());
  await page.goto("/studio/classes");
  await page.getByRole("link", { name: "Import videos" }).click();
  await page.getByLabel("Instructor", { exact: true }).selectOption("Demo Ana");
  await page.getByLabel("Style", { exact: true }).selectOption("House");

  // Uploads begin, and no byte arrives before the reload.
  let begun = 0;
  page.on("response", (answer) => {
    if (answer.request().method() === "POST" && answer.url().endsWith("/uploads")) begun += 1;
  });
  await page.route("**/uploads/*", () => {});
  await page.getByLabel("Folder of videos, from this device").setInputFiles(folder);
  await expect(page.getByText("0 of 3 uploaded")).toBeVisible();
  const table = page.getByRole("table").last();
  await expect(table.getByText("Back of Step import")).toBeVisible();
  await expect(page.getByText("1 row fits a video")).toBeVisible();
  await expectAccessible(page);
  await expectFits(page);
  await expect.poll(() => begun).toBe(3);
  page.on("dialog", (dialog) => void dialog.accept());
  await page.reload();
  await expect(page.getByText("To resume, choose the same folder again.")).toBeVisible();
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.getByLabel("Folder of videos, from this device").setInputFiles(folder);
  await expect(page.getByText("3 of 3 uploaded")).toBeVisible({ timeout: 30_000 });

  await page.getByRole("button", { name: "Fill in", exact: true }).click();
  await expect(table.getByRole("button", { name: "Level of Night import: Advanced. Change" })).toBeVisible();
  await page.getByLabel("Select all").check();
  await page.getByLabel("Set", { exact: true }).selectOption("Included with");
  await page.getByLabel("To", { exact: true }).selectOption("Free");
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(page.getByText("2 videos changed")).toBeVisible();
  await table.getByRole("button", { name: "Title: Step import. Change" }).click();
  await page.getByLabel("Title of Step import.mp4").fill("Stepped import");
  await page.keyboard.press("Enter");
  const title = table.getByRole("button", { name: "Title: Stepped import. Change" });
  await expect(title).toBeFocused();
  await page.keyboard.press("Enter");
  await page.keyboard.type("Never saved");
  await page.keyboard.press("Escape");
  await expect(title).toBeFocused();
  await table.getByRole("button", { name: "Use this song for Night import" }).click();
  await expect(table.getByRole("button", { name: /Use this song/ })).toHaveCount(0);

  await table.getByRole("link", { name: "Open the draft Stepped import" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Stepped import" })).toBeVisible();
  await expect(page.getByText("Deutsch")).toBeVisible();
  await expect(page.getByLabel("Included with")).toHaveValue("free");
  await rm(root, { recursive: true });
});
