import { useState } from "react";
import { expect, test } from "vitest";
import { render } from "vitest-browser-react";
import { AppFrame } from "../../../gallery/app-frame.tsx";
import { ClassTrailer } from "./class-trailer.tsx";

/** The page beside a trailer, which renders again when something on it is pressed. */
function ClassWithTrailer() {
  const [isSaved, setSaved] = useState(false);
  // Of a video that never loads: only where the focus is matters here.
  const [url] = useState(() => URL.createObjectURL(new MediaSource()));
  return (
    <>
      <div style={{ position: "relative", height: 200 }}>
        <ClassTrailer url={url} title="Drag the left" />
      </div>
      <button onClick={() => setSaved(!isSaved)}>{isSaved ? "Saved" : "Save"}</button>
    </>
  );
}

const shown = () =>
  render(
    <AppFrame>
      <ClassWithTrailer />
    </AppFrame>,
  );
const video = () => document.querySelector("video")!;

test("moves the focus to the trailer and back from it", async () => {
  const screen = await shown();
  await screen.getByRole("button", { name: "Watch the trailer" }).click();
  expect(document.activeElement).toBe(video());
  video().dispatchEvent(new Event("ended"));
  await expect.element(screen.getByRole("button", { name: "Watch the trailer" })).toHaveFocus();
});

test("leaves the focus where it was moved while the trailer plays", async () => {
  const screen = await shown();
  await screen.getByRole("button", { name: "Watch the trailer" }).click();
  await screen.getByRole("button", { name: "Save" }).click();
  await expect.element(screen.getByRole("button", { name: "Saved" })).toHaveFocus();
  video().dispatchEvent(new Event("ended"));
  await expect.element(screen.getByRole("button", { name: "Watch the trailer" })).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "Saved" })).toHaveFocus();
  await screen.getByRole("button", { name: "Saved" }).click();
  await expect.element(screen.getByRole("button", { name: "Save" })).toHaveFocus();
});
