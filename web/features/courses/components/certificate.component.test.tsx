import "../pages/courses.css";
import { expect, test } from "vitest";
import { render } from "vitest-browser-react";
import { expectAccessible } from "../../../gallery/accessibility.ts";
import { AppFrame } from "../../../gallery/app-frame.tsx";
import { Certificate } from "./certificate.tsx";

const course = {
  title: "House in ten",
  instructors: [
    { slug: "demo-ana", name: "Demo Ana" },
    { slug: "demo-kofi", name: "Demo Kofi" },
  ],
};
const classOf = (isCompleted: boolean) => ({
  isCompleted,
  studioClass: { video: { durationInMs: 600_000 } },
});

test("says what is missing, and then who completed what and when", async () => {
  const show = (completedAt: string | null, certificateId: string | null = null) => (
    <Certificate
      name="Demo Mira"
      course={{ ...course, certificateId }}
      classes={[classOf(true), classOf(completedAt !== null)]}
      completedAt={completedAt}
      onAsk={() => {}}
    />
  );
  const screen = await render(show(null), { wrapper: AppFrame });
  const open = screen.getByRole("link", { name: "Open certificate" });
  await expect.element(screen.getByText("1 class to go")).toBeVisible();
  await expect.element(open).not.toBeInTheDocument();
  await screen.rerender(show("2026-11-25T12:00:00Z", "0b8f"));
  await expect.element(screen.getByText("Demo Mira")).toBeVisible();
  await expect
    .element(screen.getByText("Completed “House in ten” with Demo Ana and Demo Kofi."))
    .toBeVisible();
  await expect.element(screen.getByText("2 classes, 20 min")).toBeVisible();
  await expect.element(screen.getByText("Nov 25, 2026")).toBeVisible();
  await expect.element(open).toHaveAttribute("href", "/certificate/0b8f");
  await expectAccessible(screen.container);
});
