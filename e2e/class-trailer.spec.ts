import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClass } from "../server/testing/factories.ts";
import { makeSample } from "../server/testing/media-samples.ts";
import { admin, server, signIn, startClockServer } from "./clock-server.ts";
import { expect, expectAccessible, test } from "./test.ts";

startClockServer();
// The class has a sound, but no video to play.
test.use({ refusals: ["/front/master.m3u8"] });

test("an editor chooses the liveliest music as trailer, and a guest watches it", async ({
  page,
  browser,
}) => {
  // At 96 BPM an eight lasts 5 s.
  const { id, slug } = await createClass(server.pool, {
    title: "Walk the line",
    isPlayable: true,
    durationMs: 60_000,
    accessType: "premium",
  });
  const beats = Array.from({ length: 3000 }, (_unused, at) => (at % 31 < 6 ? (at < 1500 ? 90 : 200) : 40));
  await server.pool.query(
    "insert into media.sounds (asset_id, version, peaks, segments) select id, version, $2, $3 from media.assets where id = $1",
    [id, Buffer.from(beats), JSON.stringify([{ kind: "music", startMs: 0, endMs: 60_000 }])],
  );
  await signIn(page.context(), admin);
  await page.goto(`${server.url}/studio/classes/${slug}`);
  const panel = page.getByRole("region", { name: "Trailer" });
  await panel.getByRole("button", { name: "Choose a trailer" }).click();
  const start = panel.getByRole("slider", { name: "Start of the trailer" });
  await expect(start).toHaveAttribute("aria-valuetext", "0:30.0 to 0:45.0, from eight 7, count 1");
  await start.press("ArrowRight");
  await panel.getByRole("button", { name: "One eight shorter" }).click();
  await expect(start).toHaveAttribute("aria-valuetext", "0:35.0 to 0:45.0, from eight 8, count 1");
  await expectAccessible(page);
  await panel.getByRole("button", { name: "Set as trailer" }).click();
  await expect(page.getByText("Saved. The trailer is being rendered.")).toBeVisible();

  // As the job leaves it.
  const folder = await mkdtemp(join(tmpdir(), "eightcount-trailer-"));
  const content = await readFile(await makeSample(folder, "trailer.mp4", { seconds: 1 }));
  await rm(folder, { recursive: true });
  await server.ctx().ports.storage.put("pictures/trailers/one/trailer.mp4", content, "video/mp4");
  await server.pool.query(
    "update media.assets set trailer = 'trailers/one/trailer.mp4', trailer_state = 'ready' where id = $1",
    [id],
  );
  const guest = await browser.newPage();
  await guest.goto(`${server.url}/class/${slug}`);
  await guest.getByRole("button", { name: "Watch the trailer" }).click();
  const video = guest.getByLabel("Trailer of Walk the line");
  await expect
    .poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime))
    .toBeGreaterThan(0);
  // After its end, the image and the button are back.
  await expect(guest.getByRole("button", { name: "Watch the trailer" })).toBeFocused();
  await guest.close();
});
