import { expect, test } from "vitest";
import { render } from "vitest-browser-react";
import { AppFrame } from "../../../gallery/app-frame.tsx";
import { answerRequests } from "../../../gallery/network.ts";
import { useMe } from "../../identity/public/me.ts";
import { CameraPanel } from "./camera-panel.tsx";
import type { Take } from "./take.ts";
import type { useTakes } from "./use-takes.ts";

const take: Take = {
  id: "take",
  classId: "left",
  title: "The drag",
  recordedAt: "2026-05-04T18:00:00.000Z",
  startMs: 0,
  endMs: 8000,
  rate: 1,
  offsetMs: 0,
  isSure: true,
  nudge: 0,
  beatMs: 500,
  mimeType: "video/webm",
  bytes: 1_000_000,
};
const Name = () => <p>{useMe()?.name}</p>;
const nothing = () => undefined;

async function showTo(isChild: boolean) {
  const me = { __typename: "User", id: "u", uid: "mira", username: null, photoURL: null, familySize: 2 };
  answerRequests({ GetMeProfile: () => ({ me: { ...me, name: "Mira", isChild } }) });
  const screen = await render(
    <AppFrame>
      <Name />
      <CameraPanel
        className="left"
        settings={{ place: "beside", delay: 0, mirrored: true, opacity: 0.5 }}
        isWide
        takes={{ takes: [take] } as unknown as ReturnType<typeof useTakes>}
        onChange={nothing}
        onOff={nothing}
        onClose={nothing}
      />
    </AppFrame>,
  );
  await expect.element(screen.getByText("Mira")).toBeInTheDocument();
  await expect.element(screen.getByRole("button", { name: /^Save take/ })).toBeInTheDocument();
  return screen.getByRole("button", { name: /^Share take/ });
}

test("offers to share a take", async () => {
  await expect.element(await showTo(false)).toBeInTheDocument();
});

test("doesn’t offer a child to share a take, as children don’t upload", async () => {
  await expect.element(await showTo(true)).not.toBeInTheDocument();
});
