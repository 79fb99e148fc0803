import { describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { expectAccessible } from "./accessibility.ts";
import { allStories } from "./all-stories.ts";
import { Frame } from "./frame.tsx";
import { Gallery } from "./gallery.tsx";

describe.each(allStories)("$title", ({ states }) => {
  test.each(Object.entries(states))(
    "%s: has no accessibility violation and fits a phone",
    async (_name, State) => {
      await page.viewport(390, 900);
      const { container } = await render(
        <Frame>
          <main>
            <State />
          </main>
        </Frame>,
      );
      await expectAccessible(container);
      expect(container.scrollWidth).toBeLessThanOrEqual(390);
    },
  );
});

test("shows one component at a time, in the chosen theme", async () => {
  const screen = await render(
    <Frame>
      <Gallery />
    </Frame>,
  );
  await screen.getByRole("link", { name: "Select" }).click();
  await expect.element(screen.getByRole("heading", { level: 1 })).toHaveTextContent("Select");
  await expect.element(screen.getByRole("region", { name: "500 options" })).toBeVisible();
  const colorOf = () => getComputedStyle(screen.getByRole("heading", { level: 1 }).element()).color;
  const systemColor = colorOf();
  await screen.getByText("Light").click();
  const lightColor = colorOf();
  await screen.getByText("Dark").click();
  expect(new Set([lightColor, colorOf()]).size).toBe(2);
  expect([lightColor, colorOf()]).toContain(systemColor);
  location.hash = "";
});
