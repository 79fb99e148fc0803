import { useRef } from "react";
import { expect, test } from "vitest";
import { render } from "vitest-browser-react";
import type { Framing } from "../engine/framing.ts";
import { useFraming } from "./use-framing.ts";

/** Where the dancer of the video is at its beginning. */
const framing: Framing = { spread: 0.45, points: [{ atMs: 0, x: 0.5 }] };

function Frame({ posterFocus }: { posterFocus: number | null }) {
  const frame = useRef<HTMLDivElement>(null);
  useFraming(frame, null, framing, posterFocus);
  return (
    <div ref={frame} data-testid="frame" style={{ width: 390, height: 480, overflow: "hidden" }}>
      <div style={{ marginLeft: "var(--image-left)", width: "var(--image-width)", height: 10 }} />
    </div>
  );
}

test("an upright frame shows the class's image around the dancer in it, and then the video around its own", async () => {
  const screen = await render(<Frame posterFocus={0.65} />);
  const frame = screen.getByTestId("frame").element();
  /** Share of the image's width that is in the middle of the frame. */
  const middle = () => {
    const { left, width } = frame.firstElementChild!.getBoundingClientRect();
    const box = frame.getBoundingClientRect();
    return (box.left + box.width / 2 - left) / width;
  };
  await expect.poll(middle).toBeCloseTo(0.65, 2);
  await screen.rerender(<Frame posterFocus={null} />);
  await expect.poll(middle).toBeCloseTo(0.5, 2);
});
