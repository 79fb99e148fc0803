import { expect, test } from "vitest";
import { render } from "vitest-browser-react";
import { AppFrame } from "../../../gallery/app-frame.tsx";
import type { FragmentOf } from "../../../graphql/graphql.ts";
import { ClassCard } from "./class-card.tsx";
import type { ClassSummaryFragment } from "./class-summary.ts";

const summary = {
  id: "1",
  classId: "drag-the-left",
  title: "Drag the left",
  thumbnailImageUrl: "",
  imageFocus: null,
  type: "choreography",
  level: "beginner",
  accessType: "premium",
  isSoldApart: true,
  isExplicit: false,
  isLocked: true,
  leavesAt: null,
  // Of a video that never loads: only whether it is there matters here.
  trailerUrl: URL.createObjectURL(new MediaSource()),
  styleV2: { slug: "house", name: "House" },
  instructor: { slug: "demo-kofi", name: "Demo Kofi", faceURL: "data:image/gif;base64,R0lGODlhAQABAAAAACw=" },
  video: { durationInMs: 60_000, encodingStatus: "available", encodingPercent: 100 },
  userProgress: null,
};
const shown = (more: Partial<typeof summary> = {}) =>
  render(
    <AppFrame>
      <ClassCard
        studioClass={{ ...summary, ...more } as unknown as FragmentOf<typeof ClassSummaryFragment>}
      />
      <button>Elsewhere</button>
    </AppFrame>,
  );

test("says whether a plan or only its own price opens a locked class", async () => {
  const apart = await shown();
  await expect.element(apart.getByText("Sold on its own")).toBeVisible();
  await apart.unmount();
  const screen = await shown({ isSoldApart: false });
  await expect.element(screen.getByText("Premium")).toBeVisible();
});

test("plays the trailer silently while the pointer or the focus rests on the card", async () => {
  const screen = await shown();
  const card = screen.getByRole("link", { name: /Drag the left/ });
  const trailer = () => document.querySelector("video");
  expect(trailer()).toBeNull();
  await card.hover();
  await expect.poll(() => trailer()?.muted).toBe(true);
  await screen.getByRole("button", { name: "Elsewhere" }).hover();
  await expect.poll(trailer).toBeNull();
  (card.element() as HTMLElement).focus();
  await expect.poll(() => trailer()?.getAttribute("src")).toBe(summary.trailerUrl);
});
