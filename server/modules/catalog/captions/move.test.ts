import { expect, test } from "vitest";
import { moveCaptions } from "./move.ts";

const captions = `WEBVTT

NOTE of the studio

1
00:01.000 --> 00:02.500
Before

2
00:03.000 --> 00:05.000 line:0
Five, <00:04.500>six

01:00:00.000 --> 01:00:01.000
Thanks!
`;

test("moves cues whose hours have one digit", () => {
  expect(moveCaptions("WEBVTT\n\n1:00:01.000 --> 1:00:02.000\nFive\n", -1000)).toBe(
    "WEBVTT\n\n01:00:00.000 --> 01:00:01.000\nFive\n",
  );
});

test("moves cues, and leaves out those that end before the start", () => {
  expect(moveCaptions(captions, 0)).toBe(captions);
  expect(moveCaptions(captions, -4000)).toBe(`WEBVTT

NOTE of the studio

2
00:00:00.000 --> 00:00:01.000 line:0
Five, <00:00:00.500>six

00:59:56.000 --> 00:59:57.000
Thanks!
`);
  expect(moveCaptions(captions, 61_000)).toContain("00:01:02.000 --> 00:01:03.500\nBefore");
});
