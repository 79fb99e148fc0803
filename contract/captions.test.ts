import { expect, test } from "vitest";
import { escapeCueText, readWebVtt, unescapeCueText, writeWebVtt } from "./captions.ts";

const file = `WEBVTT - The walk
Kind: captions

STYLE
::cue { color: lime }

1
00:01.000 --> 00:02.500 line:0
Five, six

NOTE Listen again

00:00:03.000 --> 00:00:05.000
Seven,
<i>eight</i>

NOTE The end
`;

test("reads cues, and writes them with everything around them", () => {
  const captions = readWebVtt(file);
  expect(captions.header).toBe(file.slice(0, file.indexOf("\n\n1\n")));
  expect(captions.cues).toEqual([
    {
      startMs: 1000,
      endMs: 2500,
      text: "Five, six",
      id: "1",
      settings: "line:0",
      before: [],
    },
    {
      startMs: 3000,
      endMs: 5000,
      text: "Seven,\n<i>eight</i>",
      id: null,
      settings: "",
      before: ["NOTE Listen again"],
    },
  ]);
  expect(captions.faults).toEqual([]);
  expect(writeWebVtt(captions)).toBe(
    file.replace("00:01.000 --> 00:02.500", "00:00:01.000 --> 00:00:02.500"),
  );
});

test("reads hours of any number of digits", () => {
  const { cues, faults } = readWebVtt("WEBVTT\n\n0:00:01.000 --> 100:00:02.000\nFive\n");
  expect(faults).toEqual([]);
  expect(cues).toMatchObject([{ startMs: 1000, endMs: 360_002_000 }]);
});

test("names the lines of cues that players skip, and keeps their text", () => {
  const captions = readWebVtt(
    "WEBVTT\n\n1\n0:01.0 --> 00:02.000\nFirst\n\n00:04.000 --> 00:03.000\nSecond\n",
  );
  expect(captions.faults).toEqual([
    { line: 4, fault: "time" },
    { line: 7, fault: "order" },
  ]);
  expect(captions.cues).toEqual([]);
  expect(writeWebVtt(captions)).toContain("0:01.0 --> 00:02.000\nFirst");
});

test("puts cues in the order of their starts, without empty lines in a text", () => {
  const cue = (startMs: number, text: string) => ({
    startMs,
    endMs: startMs + 500,
    text,
    id: null,
    settings: "",
    before: [],
  });
  const written = writeWebVtt({ header: "WEBVTT", cues: [cue(2000, "B\n\nb"), cue(1000, "A")], after: [] });
  expect(written).toBe("WEBVTT\n\n00:00:01.000 --> 00:00:01.500\nA\n\n00:00:02.000 --> 00:00:02.500\nB\nb\n");
});

test.each(["R&B <3 --> go", "<i>Soft</i> &amp; loud", "a < b && c"])("keeps %s as it was typed", (typed) => {
  const stored = escapeCueText(typed);
  expect(stored).not.toMatch(/-->|<3|& /);
  expect(escapeCueText(unescapeCueText(stored))).toBe(stored);
});
