import { useRef } from "react";
import { expect, test } from "vitest";
import { render } from "vitest-browser-react";
import type { Framing } from "../engine/framing.ts";
import { useFraming, type Poster } from "./use-framing.ts";

/** Where the dancer of the video is at its beginning. */
const framing: Framing = { spread: 0.45, points: [{ atMs: 0, x: 0.3 }] };

function Frame({ poster }: { poster: Poster | null }) {
  const frame = useRef<HTMLDivElement>(null);
  useFraming(frame, null, framing, poster);
  return (
    <div ref={frame} data-testid="frame" style={{ width: 390, height: 480, overflow: "hidden" }}>
      <div style={{ marginLeft: "var(--image-left)", width: "var(--image-width)", height: 10 }} />
    </div>
  );
}

test("an upright frame keeps the place of the class's image that an editor chose, as the class's page does", async () => {
  const screen = await render(<Frame poster={{ imageFocus: "100%" }} />);
  const frame = screen.getByTestId("frame").element();
  /** What the frame shows of the image: its left and right end as shares of the image's width. */
  const shown = () => {
    const image = frame.firstElementChild!.getBoundingClientRect();
    const box = frame.getBoundingClientRect();
    return [box.left, box.right].map((end) => Math.round(((end - image.left) / image.width) * 100));
  };
  // The middle 46 % of a wide image fit.
  await expect.poll(shown).toEqual([54, 100]);
  await screen.rerender(<Frame poster={{ imageFocus: "0%" }} />);
  await expect.poll(shown).toEqual([0, 46]);
  // No place was chosen: where the video's dancer is. Then the video.
  for (const poster of [{ imageFocus: null }, null]) {
    await screen.rerender(<Frame poster={poster} />);
    await expect.poll(shown).toEqual([7, 53]);
  }
});
