import axe from "axe-core";
import { expect } from "vitest";

/** Expects no WCAG 2.2 AA violation that axe can find below `element`, in both themes. */
export async function expectAccessible(element: Element): Promise<void> {
  const root = document.documentElement;
  const before = root.dataset["theme"] ?? "";
  for (const theme of ["room", "daylight"]) {
    root.dataset["theme"] = theme;
    await settled();
    const { violations } = await axe.run(element, {
      resultTypes: ["violations"],
      runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"],
    });
    expect(
      violations.map(
        ({ id, nodes }) => `${theme} ${id}: ${nodes.map((node) => node.target.join(" ")).join(", ")}`,
      ),
    ).toEqual([]);
  }
  root.dataset["theme"] = before;
}

/** Resolves once no animation that ends is running, so that colors are final. */
async function settled(): Promise<void> {
  const isPassing = ({ playState, effect }: Animation): boolean =>
    playState === "running" && effect?.getComputedTiming().endTime !== Infinity;
  while (document.getAnimations().some(isPassing)) await new Promise(requestAnimationFrame);
}
