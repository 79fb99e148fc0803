import { expect, test } from "vitest";
import { render } from "vitest-browser-react";
import { AppFrame } from "../../../gallery/app-frame.tsx";
import { ClassWhen } from "./class-when.tsx";
import type { ManagedClass } from "./managed-class.ts";

const draft: ManagedClass = {
  id: "left",
  classId: "drag-the-left",
  title: "Drag the left",
  state: "draft",
  instructor: "mira",
  thumbnailImageUrl: null,
  publishedAt: null,
  encodingPercent: null,
  errorReason: null,
  lacks: ["film"],
  parts: [],
  sourceVideos: [],
  schedule: { publishAt: null, leavesAt: null, timeZone: "UTC" },
  lastEdit: null,
  figures: { dancers: 0, finishedPercent: 0, saved: 0, stopsAtInMs: null },
};
const view = (found: ManagedClass) => (
  <AppFrame>
    <ClassWhen found={found} />
  </AppFrame>
);

test("says which other editor works at a draft, and since when", async () => {
  const at = new Date(Date.now() - 3 * 3_600_000).toISOString();
  const screen = await render(view({ ...draft, lastEdit: { at, name: "Jo", isMine: false } }));
  await expect.element(screen.getByText("Jo edited 3 hours ago")).toBeVisible();
  await screen.rerender(view({ ...draft, lastEdit: { at, name: "Jo", isMine: true } }));
  await expect.element(screen.getByText("edited")).not.toBeInTheDocument();
});
