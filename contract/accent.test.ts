import fc from "fast-check";
import { expect, test } from "vitest";
import { accentOf, contrastOf, contrastText } from "./accent.ts";

const colors = fc.integer({ min: 0, max: 0xff_ff_ff }).map((n) => `#${n.toString(16).padStart(6, "0")}`);
const grounds = { light: ["#f9f4ec", "#e8dfd5"], dark: ["#110b0f", "#271e25"] } as const;

test("measures contrast as WCAG does", () => {
  expect(contrastOf("#000000", "#ffffff")).toBeCloseTo(21, 5);
  expect(contrastOf("#777777", "#ffffff")).toBeCloseTo(4.48, 2);
  expect(contrastText(4.499)).toBe("4.4");
});

test("derives text and lines that can be read in both themes from every color", () => {
  fc.assert(
    fc.property(colors, (color) => {
      const accent = accentOf(color);
      for (const theme of ["light", "dark"] as const)
        for (const ground of grounds[theme]) {
          expect(contrastOf(accent[theme].text, ground)).toBeGreaterThanOrEqual(4.5);
          expect(contrastOf(accent[theme].mark, ground)).toBeGreaterThanOrEqual(3);
        }
      expect(accent.isReadable).toBe(accent.contrast >= 4.5);
    }),
  );
});

test("keeps a color that can be read already", () => {
  expect(accentOf("#FF9A62").dark).toMatchObject({ fill: "#ff9a62", text: "#ff9a62", mark: "#ff9a62" });
});
