import "../pages/courses.css";
import { expect, test } from "vitest";
import { render } from "vitest-browser-react";
import { expectAccessible } from "../../../gallery/accessibility.ts";
import { AppFrame } from "../../../gallery/app-frame.tsx";
import { Certificate } from "./certificate.tsx";

const course = {
  slug: "house-in-ten",
  title: "House in ten",
  instructors: [
    { slug: "demo-ana", name: "Demo Ana" },
    { slug: "demo-kofi", name: "Demo Kofi" },
  ],
};
const classOf = (isCompleted: boolean) => ({
  isCompleted,
  eights: 24,
  studioClass: { video: { durationInMs: 600_000 } },
});

test("says what is missing, and then who completed what and when", async () => {
  const show = (completedAt: string | null) => (
    <Certificate
      name="Demo Mira"
      course={course}
      classes={[classOf(true), classOf(completedAt !== null)]}
      completedAt={completedAt}
    />
  );
  const screen = await render(show(null), { wrapper: AppFrame });
  const print = screen.getByRole("button", { name: "Print certificate" });
  await expect.element(screen.getByText("1 class to go")).toBeVisible();
  await expect.element(print).not.toBeInTheDocument();
  await screen.rerender(show("2026-11-25T12:00:00Z"));
  await expect.element(screen.getByText("Demo Mira")).toBeVisible();
  await expect
    .element(screen.getByText("Completed “House in ten” with Demo Ana and Demo Kofi."))
    .toBeVisible();
  await expect.element(screen.getByText("2 classes, 20 min, 48 eights")).toBeVisible();
  await expect.element(screen.getByText("Nov 25, 2026")).toBeVisible();
  await expect.element(print).toBeVisible();
  await expectAccessible(screen.container);
});
