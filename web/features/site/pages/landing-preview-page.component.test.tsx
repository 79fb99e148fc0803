import { afterEach, expect, test } from "vitest";
import { render } from "vitest-browser-react";
import { AppFrame } from "../../../gallery/app-frame.tsx";
import { answerRequests } from "../../../gallery/network.ts";
import { paths } from "../../../lib/paths.ts";
import { Page } from "./landing-preview-page.tsx";

const { href } = location;
afterEach(() => history.replaceState(null, "", href));

test("says in the preview that no draft was saved yet, and leads to the editor", async () => {
  answerRequests({
    LandingDraft: () => ({
      landingDraft: { __typename: "LandingPage", title: "", description: "", blocks: [] },
    }),
  });
  history.replaceState(null, "", paths.landingPreview());
  const screen = await render(
    <AppFrame>
      <Page />
    </AppFrame>,
  );
  await expect.element(screen.getByRole("heading", { name: "No draft yet" })).toBeVisible();
  await expect
    .element(screen.getByRole("link", { name: "Write the landing page" }))
    .toHaveAttribute("href", paths.studioLanding());
});
