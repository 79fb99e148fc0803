import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
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
  trailerUrl: "",
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

const trailer = () => document.querySelector("video");
/** The address of a video that never ends loading. Only one element can open it. */
const endlessVideo = () => URL.createObjectURL(new MediaSource());

test("plays the trailer silently while the pointer rests on the card", async () => {
  const screen = await shown({ trailerUrl: endlessVideo() });
  expect(trailer()).toBeNull();
  await screen.getByRole("link", { name: /Drag the left/ }).hover();
  await expect.poll(() => trailer()?.muted).toBe(true);
  await screen.getByRole("button", { name: "Elsewhere" }).hover();
  await expect.poll(trailer).toBeNull();
});

test("plays the trailer while the card has the focus", async () => {
  const trailerUrl = endlessVideo();
  const screen = await shown({ trailerUrl });
  await screen.getByRole("button", { name: "Elsewhere" }).click();
  expect(trailer()).toBeNull();
  await userEvent.tab({ shift: true });
  await expect.poll(() => trailer()?.getAttribute("src")).toBe(trailerUrl);
  await userEvent.tab();
  await expect.poll(trailer).toBeNull();
});
