import "../pages/player.css";
import { useRef, useState } from "react";
import { afterEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { angles } from "../../../../contract/angles.ts";
import { expectAccessible } from "../../../gallery/accessibility.ts";
import { AppFrame } from "../../../gallery/app-frame.tsx";
import type { PlayerOptions } from "../engine/player-state.ts";
import { ControlRow } from "./control-row.tsx";
import { usePlayer } from "./use-player.ts";
import { ViewsPanel } from "./views-panel.tsx";

afterEach(() => page.viewport(820, 900));

const views = angles.map(({ key, label }) => ({ key, label: label.en, url: `/${key}.m3u8` }));
const options: PlayerOptions = {
  source: { isUpright: false, views, slow: [] },
  startMs: 0,
  durationMs: 60_000,
  isPreview: false,
  preferences: { angle: "front", mirrored: false, rate: 1, volume: 1, muted: true },
  refresh: () => Promise.resolve(null),
  listener: { progressed: () => {}, interrupted: () => {}, playbackPaused: () => {} },
};

/** The controls of a class with six views; its streams don't load. */
function Controls({ isPhone }: { isPhone: boolean }) {
  const host = useRef<HTMLDivElement>(null);
  const { player, state } = usePlayer(host, "six", () => options);
  const [isOpen, setOpen] = useState(isPhone);
  const ignore = () => undefined;
  return (
    <div className="pl" data-theme="room">
      <div ref={host} hidden />
      {isOpen && player && state && (
        <ViewsPanel player={player} state={state} onClose={() => setOpen(false)} />
      )}
      <div className="pl-dock" hidden={isPhone}>
        <ControlRow
          player={player}
          state={state}
          durationMs={60_000}
          hasCaptions
          captionsOn={false}
          cameraOn={false}
          act={ignore}
          tempo={null}
        />
      </div>
      {isPhone && !isOpen && <p>{state?.angle}</p>}
    </div>
  );
}

test.each([820, 1440])("shows six views at %d px", async (width) => {
  await page.viewport(width, 900);
  const screen = await render(<Controls isPhone={false} />, { wrapper: AppFrame });
  const button = (name: string) => screen.getByRole("button", { name, exact: true });
  for (const { label } of views) await expect.element(button(label)).toBeInViewport({ ratio: 1 });
  await button("Close-up").click();
  await expect.element(button("Close-up")).toHaveAttribute("aria-pressed", "true");
  expect(screen.container.scrollWidth).toBeLessThanOrEqual(width);
  await expectAccessible(screen.container);
});

test("lists six views on a phone", async () => {
  await page.viewport(390, 844);
  const screen = await render(<Controls isPhone />, { wrapper: AppFrame });
  const button = (name: string) => screen.getByRole("button", { name, exact: true });
  for (const { label } of views) await expect.element(button(label)).toBeInViewport({ ratio: 1 });
  await expectAccessible(screen.container);
  await button("Right").click();
  await expect.element(screen.getByText("right", { exact: true })).toBeVisible();
});
