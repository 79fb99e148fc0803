import type { Size } from "./ladder.ts";

/** How a storyboard is divided into sprites. */
export interface StoryboardPlan {
  readonly everySeconds: number;
  /** Size of one image. */
  readonly tile: Size;
  readonly columns: number;
  readonly rows: number;
  readonly pictures: number;
}

/**
 * Plans an image every 1, 2 or 5 seconds, by the video's length. One sprite always covers 30 s, so that a preview of 30
 * s has a sprite of its own and access to the others can be refused.
 */
export function planStoryboard(seconds: number, shown: Size): StoryboardPlan {
  const [everySeconds, columns, rows] = seconds <= 120 ? [1, 6, 5] : seconds <= 1800 ? [2, 5, 3] : [5, 3, 2];
  const scale = 160 / Math.max(shown.width, shown.height);
  const even = (value: number) => Math.max(2, Math.round((value * scale) / 2) * 2);
  return {
    everySeconds,
    columns,
    rows,
    tile: { width: even(shown.width), height: even(shown.height) },
    pictures: framesIn(seconds, everySeconds),
  };
}

/** One for each started interval. */
function framesIn(seconds: number, everySeconds: number): number {
  return Math.max(1, Math.ceil(seconds / everySeconds - 1e-6));
}

/**
 * Shortens a plan to the encoded length, if a source ends earlier than declared.
 * @param seconds that were encoded
 */
export function cutStoryboard(plan: StoryboardPlan, seconds: number): StoryboardPlan {
  return { ...plan, pictures: Math.min(plan.pictures, framesIn(seconds, plan.everySeconds)) };
}

/** File names of a storyboard's sprites. */
export function spriteNames(plan: StoryboardPlan): string[] {
  const sprites = Math.ceil(plan.pictures / (plan.columns * plan.rows));
  return Array.from({ length: sprites }, (_unused, index) => spriteName(index + 1));
}

/** File name of a sprite, counted from 1, in ffmpeg's pattern `sprite_%03d.jpg`. */
function spriteName(number: number): string {
  return `sprite_${String(number).padStart(3, "0")}.jpg`;
}

/** WebVTT whose cues name a sprite and the image's rectangle in it: `sprite_001.jpg#xywh=0,0,160,90`. */
export function storyboardVtt(plan: StoryboardPlan, seconds: number): string {
  const perSprite = plan.columns * plan.rows;
  const cues = Array.from({ length: plan.pictures }, (_unused, index) => {
    const place = index % perSprite;
    const x = (place % plan.columns) * plan.tile.width;
    const y = Math.floor(place / plan.columns) * plan.tile.height;
    const start = index * plan.everySeconds;
    const end = Math.min(seconds, start + plan.everySeconds);
    const sprite = spriteName(Math.floor(index / perSprite) + 1);
    return `${vttTime(start)} --> ${vttTime(end)}\n${sprite}#xywh=${x},${y},${plan.tile.width},${plan.tile.height}\n`;
  });
  return `WEBVTT\n\n${cues.join("\n")}`;
}

/** Seconds as a WebVTT timestamp: `01:02:03.456`. */
export function vttTime(seconds: number): string {
  const ms = Math.round(seconds * 1000);
  const part = (value: number, digits: number) => String(Math.floor(value)).padStart(digits, "0");
  return `${part(ms / 3_600_000, 2)}:${part((ms / 60_000) % 60, 2)}:${part((ms / 1000) % 60, 2)}.${part(ms % 1000, 3)}`;
}
