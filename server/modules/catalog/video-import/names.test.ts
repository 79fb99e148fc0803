import { describe, expect, test } from "vitest";
import { angleOf, titleOf, videoIdOf } from "./names.ts";

describe("the title of a class", () => {
  test.each([
    ["01 - Rock the corner.mp4", "", "Rock the corner"],
    ["03_rock_the_corner_1080p.mp4", "", "Rock the corner"],
    ["rock-the-corner.MOV", "", "Rock the corner"],
    ["2025-03-01 Groove basics (final).mp4", "", "Groove basics"],
    ["Groove basics [dQw4w9WgXcQ].mp4", "", "Groove basics"],
    ["Step-touch for two.mp4", "", "Step-touch for two"],
    ["8 counts of funk.mp4", "", "8 counts of funk"],
    ["3-step turn.mp4", "", "3-step turn"],
    ["Rock the corner-front.mp4", "", "Rock the corner"],
    ["IMG_2034.MOV", "House/Basics", "Basics 2034"],
    ["C0001.MP4", "", "C0001"],
    ["99.mp4", "", "99"],
    ["🔥.mp4", "", "🔥"],
    [".mp4", "", "Video"],
    [`a${"🔥".repeat(60)}.mp4`, "", `A${"🔥".repeat(49)}`],
    ["IMG_2034.MOV", `b${"🔥".repeat(60)}`, `b${"🔥".repeat(49)}`],
  ])("comes from %s in folder “%s”", (fileName, folder, title) => {
    expect(titleOf(fileName, folder)).toBe(title);
  });
});

test("finds the angle at the end of a name", () => {
  expect(angleOf("Rock the corner-back.mp4")).toEqual({ angle: "back", stem: "Rock the corner" });
  expect(angleOf("Rock the corner_Rücken.mp4")).toEqual({ angle: "back", stem: "Rock the corner" });
  expect(angleOf("Rock the corner (feet).mp4")).toEqual({ angle: "feet", stem: "Rock the corner" });
  expect(angleOf("Rock the corner-left.mp4")).toEqual({ angle: "left", stem: "Rock the corner" });
  expect(angleOf("Rock the corner rechts.mp4")).toEqual({ angle: "right", stem: "Rock the corner" });
  expect(angleOf("Rock the corner-Close-up.mp4")).toEqual({ angle: "close", stem: "Rock the corner" });
  expect(angleOf("Rock the corner.mp4")).toEqual({ angle: null, stem: "Rock the corner" });
  expect(angleOf("Back.mp4")).toEqual({ angle: null, stem: "Back" });
});

test("finds the id that downloads write into a name", () => {
  expect(videoIdOf("Groove basics [dQw4w9WgXcQ].mp4")).toBe("dQw4w9WgXcQ");
  expect(videoIdOf("Groove basics (76979871).mp4")).toBe("76979871");
  expect(videoIdOf("Groove basics (live).mp4")).toBeNull();
});
