import { expect, test } from "vitest";
import { readWebVtt } from "../../../../../contract/captions.ts";
import {
  addCue,
  contentOf,
  cueAt,
  draftOf,
  faultOf,
  mergeCue,
  removeCue,
  splitCue,
} from "./caption-draft.ts";

const content = `WEBVTT

NOTE by hand

00:00:01.000 --> 00:00:03.000 line:0
Rock &amp; roll twice

00:00:04.000 --> 00:00:05.500
And turn
`;
const file = readWebVtt(content);
const cues = draftOf(file);
const written = (changed: typeof cues) => contentOf(file, changed).split("\n\n").slice(2);

test("writes unchanged cues as they were", () => {
  expect(cues[0]!.text).toBe("Rock & roll twice");
  expect(contentOf(file, cues)).toBe(content);
});

test("splits a text at its caret and its time at the video’s position, or else by their shares", () => {
  expect(written(splitCue(cues, 0, { caret: 7, positionMs: 1250 })).slice(0, 2)).toEqual([
    "00:00:01.000 --> 00:00:01.250 line:0\nRock &amp;",
    "00:00:01.250 --> 00:00:03.000 line:0\nroll twice",
  ]);
  expect(written(splitCue(cues, 1, { caret: 0, positionMs: null })).slice(1)).toEqual([
    "00:00:04.000 --> 00:00:04.750\nAnd",
    "00:00:04.750 --> 00:00:05.500\nturn\n",
  ]);
});

test("joins two captions", () => {
  expect(written(mergeCue(cues, 0))).toEqual([
    "00:00:01.000 --> 00:00:05.500 line:0\nRock &amp; roll twice\nAnd turn\n",
  ]);
  expect(mergeCue(cues, 1)).toEqual(cues);
});

test("keeps the notes between captions when one is merged or deleted", () => {
  const noted = readWebVtt(content.replace("00:00:04.000", "NOTE turn left\n\n00:00:04.000"));
  const two = draftOf(noted);
  const hasNote = (changed: typeof two) => contentOf(noted, changed).includes("NOTE turn left\n\n");
  expect(hasNote(mergeCue(two, 0))).toBe(true);
  expect(hasNote(removeCue(two, 0))).toBe(true);
  const [last] = contentOf(noted, removeCue(two, 1)).split("\n\n").slice(-1);
  expect(last).toBe("NOTE turn left\n");
  expect(hasNote(addCue(removeCue(two, 1), 4000).cues)).toBe(true);
});

test("adds a caption at a moment, up to the next one", () => {
  const { cues: more, key } = addCue(cues, 3000);
  expect(more.map((cue) => [cue.start, cue.end])[1]).toEqual(["0:03", "0:04"]);
  expect(more[1]!.key).toBe(key);
  expect(addCue(cues, 9000).cues.at(-1)).toMatchObject({ start: "0:09", end: "0:11" });
});

test("says what is wrong with a caption, and which one is shown", () => {
  const [cue] = cues;
  expect(faultOf(cue!)).toBeNull();
  expect(faultOf({ ...cue!, start: "soon" })).toBe("start");
  expect(faultOf({ ...cue!, end: "1" })).toBe("end");
  expect(faultOf({ ...cue!, end: "0:01" })).toBe("order");
  expect(faultOf({ ...cue!, text: " " })).toBe("text");
  expect([cueAt(cues, 900), cueAt(cues, 1000), cueAt(cues, 3000), cueAt(cues, 5000)]).toEqual([-1, 0, -1, 1]);
});
