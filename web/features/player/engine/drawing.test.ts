import { expect, test } from "vitest";
import { fittedBox, notesAsMarkdown, pathOf, readDrawing, thinned } from "./drawing.ts";

test("fits an image whole and centered", () => {
  expect(fittedBox(1000, 1000, 2)).toEqual({ left: 0, top: 250, width: 1000, height: 500 });
  expect(fittedBox(1000, 100, 2)).toEqual({ left: 400, top: 0, width: 200, height: 100 });
});

test("mirrors a line with the image", () => {
  expect(pathOf([0.25, 0, 0.5, 1], false)).toBe("M400 0L800 900");
  expect(pathOf([0.25, 0, 0.5, 1], true)).toBe("M1200 0L800 900");
});

test("drops redundant points and keeps a dot", () => {
  expect(thinned([0, 0, 0.001, 0, 0.002, 0, 0.1, 0])).toEqual([0, 0, 0.1, 0]);
  expect(thinned([0.5, 0.5])).toEqual([0.5, 0.5, 0.5, 0.5]);
});

test("rejects invalid drawings", () => {
  expect(readDrawing("{")).toBeNull();
  expect(readDrawing('{"angle":"up","strokes":[]}')).toBeNull();
});

test("reads whether a drawing is on the upright version", () => {
  const strokes = [[0, 0, 1, 1]];
  expect(readDrawing(JSON.stringify({ angle: "front", strokes }))?.isUpright).toBe(false);
  expect(readDrawing(JSON.stringify({ angle: "front", isUpright: true, strokes }))?.isUpright).toBe(true);
});

test("exports notes as text with their drawings", () => {
  const notes = [
    { atMs: 61_000, text: "Drag", drawing: null },
    {
      atMs: 90_000,
      text: "",
      drawing: { angle: "front" as const, isUpright: false, strokes: [[0, 0, 1, 1]] },
    },
  ];
  const text = notesAsMarkdown("Drag the left", notes, (ms) => `part ${ms / 1000}`);
  expect(text).toContain(
    "# Drag the left\n\n## 1:01, part 61\n\nDrag\n\n## 1:30, part 90\n\n![front](data:image/svg+xml;base64,",
  );
});
