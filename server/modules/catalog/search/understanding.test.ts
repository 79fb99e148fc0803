import { expect, test } from "vitest";
import { alternativesOf, filtersOfPhrases, readPhrases } from "./understanding.ts";

const styles = [
  { slug: "hip-hop", names: ["Hip-hop"] },
  { slug: "latin", names: ["Latin", "Latein", "Latino"] },
  { slug: "salsa", names: ["Salsa"] },
];
const read = (text: string) => {
  const { phrases, rest } = readPhrases(text, styles, new Set());
  return { ...filtersOfPhrases(phrases), rest };
};

test.each([
  [
    "10 min hip hop beginner",
    { maxDurationMs: 600_000, styles: ["hip-hop"], levels: ["beginner"], rest: "" },
  ],
  [
    "20 Minuten Salsa Anfänger",
    { maxDurationMs: 1_200_000, styles: ["salsa"], levels: ["beginner"], rest: "" },
  ],
  [
    "salsa principiante 15 min",
    { maxDurationMs: 900_000, styles: ["salsa"], levels: ["beginner"], rest: "" },
  ],
  ["hiphop for absolute beginners", { styles: ["hip-hop"], levels: ["absolute-beginner"], rest: "" }],
  ["drag the left under 12min", { maxDurationMs: 720_000, rest: "drag left" }],
  ["mindestens 20 Minuten Latein", { minDurationMs: 1_200_000, styles: ["latin"], rest: "" }],
  [
    "media hora de latino fácil",
    { maxDurationMs: 1_800_000, styles: ["latin"], levels: ["beginner"], rest: "" },
  ],
  ["bounce 100 bpm clean", { minBpm: 96, maxBpm: 104, leavesOutExplicit: true, rest: "bounce" }],
  ["sanft ohne Boden", { energies: ["gentle"], usesFloor: false, rest: "" }],
  ["gratis workout, poco espacio", { accessTypes: ["free"], types: ["workout"], spaces: ["spot"], rest: "" }],
])("reads %j as filters", (text, expected) => {
  expect(read(text)).toEqual(expected);
});

test.each(["drag the left", '"beginner" salsa', "salsa -beginner", "easygoing hiphopper", "100", ""])(
  "searches for %j as it is",
  (text) => {
    expect(read(text)).toEqual({ rest: text });
  },
);

test("says what was typed for each filter, and the text without it", () => {
  const { phrases } = readPhrases("Zora, 10 Min Hip-Hop!", styles, new Set());
  expect(phrases.map(({ kind, text, without }) => [kind, text, without])).toEqual([
    ["length", "10 Min", "Zora, Hip-Hop!"],
    ["style", "Hip-Hop", "Zora, 10 Min"],
  ]);
});

test("leaves a kind that is filtered by already to the words", () => {
  expect(readPhrases("salsa beginner", styles, new Set(["level"]))).toMatchObject({
    phrases: [{ kind: "style" }],
    rest: "beginner",
  });
});

test("says the same in other words", () => {
  expect(alternativesOf("Poppin basics")).toEqual(["popping basics"]);
  expect(alternativesOf("Drehung links")).toContain("turn links");
  expect(alternativesOf('"poppin"')).toEqual([]);
});
