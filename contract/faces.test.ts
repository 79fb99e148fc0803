import { expect, test } from "vitest";
import { defaultFace, faceCount, faceOf, facePath } from "./faces.ts";

test("reads a portrait back from its path or URL, and from nothing else", () => {
  for (let face = 1; face <= faceCount; face += 1) {
    expect(faceOf(facePath(face))).toBe(face);
    expect(faceOf(`https://studio.example${facePath(face)}`)).toBe(face);
  }
  for (const url of [null, "", "/photos/1/a.webp", "/faces/face-9.svg", "/faces/face-1.svg?x"])
    expect(faceOf(url)).toBeNull();
});

test("gives a text always the same portrait, and a family different ones", () => {
  expect(defaultFace("Demo Milo")).toBe(defaultFace("Demo Milo"));
  const faces = new Set(["Ana", "Kofi", "Luz", "Sol", "Milo", "June", "Robin", "Sky"].map(defaultFace));
  expect(faces.size).toBeGreaterThanOrEqual(4);
  for (const text of ["", "…", "ä".repeat(500)])
    expect(facePath(defaultFace(text))).toMatch(/face-[1-8]\.svg$/);
});
