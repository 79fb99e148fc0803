import { createClass } from "../server/testing/factories.ts";
import { admin, server, signIn, startClockServer } from "./clock-server.ts";
import { expect, expectAccessible, expectFits, test } from "./test.ts";

startClockServer();
// The class has a sound, but no video to play.
test.use({ refusals: ["/front/master.m3u8"] });

test("edits the parts of a class on its sound, and confirms its counts", async ({ page }) => {
  // At 96 BPM an eight lasts 5 s.
  const { id, slug } = await createClass(server.pool, {
    title: "Walk the line",
    isPlayable: true,
    publishedAt: null,
    durationMs: 60_000,
  });
  await server.pool.query("update catalog.classes set counts_certainty = 0.9 where id = $1", [id]);
  await server.pool.query(
    "insert into media.sounds (asset_id, version, peaks, segments) select id, version, $2, $3 from media.assets where id = $1",
    [
      id,
      Buffer.from(
        Array.from({ length: 3000 }, (_unused, at) => 40 + Math.round(160 * Math.exp(-(at % 31) / 6))),
      ),
      JSON.stringify([]),
    ],
  );
  await signIn(page.context(), admin);
  await page.goto(`${server.url}/studio/classes/${slug}`);
  const timeline = page.getByRole("region", { name: "Timeline" });
  const lanes = timeline.getByRole("group", { name: "Timeline, scrolls sideways" });
  const boundary = timeline.getByRole("slider", { name: "Start of Full out" });
  const rows = page.getByRole("group", { name: "Parts", exact: true }).getByRole("listitem");
  const time = (row: number, label: string) => rows.nth(row).getByLabel(label);

  // Dropped a little after 0:30, the edge snaps to the eight there. Both parts share it.
  const [box, edge] = [await lanes.boundingBox(), await boundary.boundingBox()];
  await page.mouse.move(edge!.x + edge!.width / 2, edge!.y + edge!.height / 2);
  await page.mouse.down();
  await page.mouse.move(box!.x + (box!.width * 31) / 60, edge!.y + edge!.height / 2, { steps: 4 });
  await page.mouse.up();
  await expect(time(0, "Ends")).toHaveValue("0:30");
  await expect(time(1, "Starts")).toHaveValue("0:30");
  await expect(boundary).toHaveAttribute("aria-valuetext", "0:30.0, eight 7, count 1");
  await boundary.press("ArrowLeft");
  await boundary.press("Alt+ArrowRight");
  await expect(time(1, "Starts")).toHaveValue("0:25.625");
  await page.keyboard.press("ControlOrMeta+z");
  await page.keyboard.press("ControlOrMeta+z");
  await expect(time(1, "Starts")).toHaveValue("0:30");

  // A whole part moves by an eight, and is dragged back; the neighbor's edge moves along.
  const block = timeline.getByRole("button", { name: "Full out", exact: true });
  await block.press("ArrowLeft");
  await expect(time(0, "Ends")).toHaveValue("0:25");
  await expect(timeline.getByText("Part moved.")).toBeAttached();
  const part = await block.boundingBox();
  await page.mouse.move(part!.x + 20, part!.y + part!.height / 2);
  await page.mouse.down();
  await page.mouse.move(part!.x + 20 + (box!.width * 5) / 60, part!.y + part!.height / 2, { steps: 4 });
  await page.mouse.up();
  await expect(time(1, "Starts")).toHaveValue("0:30");
  await page.keyboard.press("ControlOrMeta+z");
  await expect(timeline.getByText("Undone.")).toBeAttached();
  await page.keyboard.press("ControlOrMeta+Shift+z");
  await expect(time(1, "Starts")).toHaveValue("0:30");

  // The position moves by eights; the part there starts and is split at it, and is merged again.
  await lanes.focus();
  for (let eight = 0; eight < 9; eight += 1) await page.keyboard.press("ArrowRight");
  await page.keyboard.press("i");
  await expect(time(1, "Starts")).toHaveValue("0:45");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("s");
  await expect(time(2, "Starts")).toHaveValue("0:50");
  await expect(rows).toHaveCount(3);
  await timeline.getByRole("button", { name: "Full out" }).first().click();
  await page.keyboard.press("m");
  await expect(rows).toHaveCount(2);
  await timeline.getByRole("button", { name: "Undo" }).click();
  await expect(rows).toHaveCount(3);
  await expectAccessible(page);

  // Unsaved edits survive a reload; then they are saved.
  await page.reload();
  await expect(page.getByText("We restored your unsaved changes.")).toBeVisible();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("All changes saved.")).toBeVisible();
  await page.reload();
  await expect(time(2, "Starts")).toHaveValue("0:50");
  await expect(page.getByText("confirmed counts")).toBeVisible();
  const click = page.getByRole("button", { name: "Click track" });
  await page.getByRole("button", { name: "Play the video" }).click();
  await click.click();
  await expect(click).toHaveAttribute("aria-pressed", "true");
  await page.getByRole("button", { name: "I’ve heard them" }).click();
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await expect(page.getByText("Published “Walk the line”.")).toBeVisible();

  // Parts that a new video has no room for are placed again, or deleted after a question.
  await server.pool.query(
    `insert into catalog.unplaced_parts (class_id, key, title, kind, start_ms, end_ms, former_start_ms, former_end_ms)
     values ($1, 21, 'Cool down', 'cool_down', 70000, 90000, 70000, 90000), ($1, 22, 'Talk', 'breakdown', 90000, 95000, 90000, 95000)`,
    [id],
  );
  await page.reload();
  await expect(page.getByText("2 parts don’t fit the video.")).toBeVisible();
  const unplaced = page.getByRole("region", { name: "These parts don’t fit the video" });
  await expect(unplaced).toContainText("was at 1:10–1:30");
  await expectAccessible(page);
  await expectFits(page);
  await unplaced.getByRole("button", { name: "Delete Talk" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete part" }).click();
  await expect(unplaced.getByText("Talk")).toHaveCount(0);
  await page.getByRole("button", { name: "Remove Full out" }).last().click();
  await unplaced.getByRole("button", { name: "Place Cool down on the timeline" }).click();
  await expect(unplaced).toHaveCount(0);
  await expect(rows.nth(2).getByLabel("Title")).toHaveValue("Cool down");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("All changes saved.")).toBeVisible();
});
