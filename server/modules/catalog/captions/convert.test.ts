import { expect, test } from "vitest";
import { CaptionFault, toWebVtt } from "./convert.ts";
import { decodeText } from "./decode.ts";

const subRip = `1
00:00:01,000 --> 00:00:02,500
Five & six

2
00:00:03,000 --> 00:00:05,000 X1:40 X2:600 Y1:20 Y2:50
{\\an8}<font color="#ff0000">Seven</font>,

<I>eight</I>
`;
const subStation = `[Script Info]
Title: The walk
[V4+ Styles]
Style: Default,Arial,20
[Events]
Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
Comment: 0,0:00:00.00,0:00:01.00,Default,,0,0,0,,Not said
Dialogue: 0,0:00:03.00,0:00:05.25,Default,Ana,0,0,0,,{\\pos(1,2)}Seven, {\\i1}eight{\\i0}\\Nand turn
Dialogue: 0,0:00:01.00,0:00:02.50,Default,,0,0,0,,Five,\\hsix
Dialogue: 0,0:00:06.00,0:00:07.00,Default,,0,0,0,,{\\p1}m 0 0 l 10 10{\\p0}
`;

test("takes text and times of SubRip", () => {
  expect(toWebVtt(subRip)).toBe(`WEBVTT

00:00:01.000 --> 00:00:02.500
Five &amp; six

00:00:03.000 --> 00:00:05.000
Seven,
<i>eight</i>
`);
});

test("takes the dialog of SubStation Alpha in its order, without styles and drawings", () => {
  expect(toWebVtt(subStation)).toBe(`WEBVTT

00:00:01.000 --> 00:00:02.500
Five, six

00:00:03.000 --> 00:00:05.250
Seven, eight
and turn
`);
});

test("takes a crafted line of unclosed styles in linear time", () => {
  // Quadratic time would be hours.
  const unclosed = String.raw`{\p1`.repeat(300_000);
  const line = `Dialogue: 0,0:00:07.00,0:00:08.00,Default,,0,0,0,,Nine${unclosed}`;
  expect(toWebVtt(`${subStation}${line}\n${line.replaceAll("{", "")}\n`)).toContain("Nine");
});

const faultOf = (text: string) => {
  try {
    return toWebVtt(text);
  } catch (error) {
    return error instanceof CaptionFault ? [error.fault, error.line] : error;
  }
};

test("names the line that is wrong", () => {
  expect(faultOf("WEBVTT\n\n00:01.000 --> 2\nA\n")).toEqual(["time", 3]);
  expect(faultOf("1\n00:00:01,000 --> 00:00:02,000\nA\n\n2\n00:00:04,000 --> 00:00:03,000\nB\n")).toEqual([
    "order",
    6,
  ]);
  expect(faultOf("My captions\n\n1\n00:00:01,000 --> 00:00:02,000\nA\n")).toEqual(["outside", 1]);
  expect(faultOf(subStation.replace("0:00:05.25", "soon"))).toEqual(["time", 8]);
  expect(faultOf("Five, six")).toEqual(["format", null]);
  expect(faultOf("")).toEqual(["format", null]);
});

test("recognizes the encoding", () => {
  const text = "Größe – “ok”\n";
  const swapped = Buffer.from(text, "utf16le").swap16();
  expect(decodeText(Buffer.from(`\uFEFF${text}`))).toBe(text);
  expect(decodeText(Buffer.from(text.replaceAll("\n", "\r\n")))).toBe(text);
  expect(decodeText(Buffer.from(`\uFEFF${text}`, "utf16le"))).toBe(text);
  expect(decodeText(Buffer.from(text, "utf16le"))).toBe(text);
  expect(decodeText(swapped)).toBe(text);
  expect(decodeText(Buffer.concat([Buffer.from([0xfe, 0xff]), swapped]))).toBe(text);
  // “ and ” and – are 0x93, 0x94 and 0x96 in Windows-1252.
  const latin = Buffer.from("Gr\u00f6\u00dfe \u0096 \u0093ok\u0094\r", "latin1");
  expect(decodeText(latin)).toBe(text);
});
