import { createCanvas } from "@napi-rs/canvas";
import type { Hex } from "../figure/look.ts";
import { normalize, type Vec } from "../figure/math.ts";
import { linear } from "../figure/material.ts";
import { project, WALL, type Angle, type Camera } from "./camera.ts";
import { paintFloor, paintPool } from "./floors.ts";
import type { Light } from "./lighting.ts";
import { rgba, type Painter } from "./painter.ts";
import { paintWall } from "./walls.ts";

/** A room's look: what its walls are, and its colours. */
export type Room = {
  slug: string;
  /** What one sees behind the dancer: from the front, and from behind. */
  walls: Record<Angle, "ring" | "windows" | "loft" | "brick" | "arches" | "bars" | "panels">;
  top: Hex;
  middle: Hex;
  floor: Hex;
  floorFar: Hex;
  glow: Hex;
  beamLeft: Hex;
  beamRight: Hex;
  /** Brightness of the key light and the light all round. */
  key: number;
  fill: number;
  gloss: number;
  wood: boolean;
};

const room = (r: Room): Room => r;

/** The rooms of the demo's studio. */
export const ROOMS = {
  neon: room({
    slug: "neon",
    walls: { front: "ring", back: "windows" },
    top: "#140b28",
    middle: "#44246f",
    floor: "#34205a",
    floorFar: "#150c2a",
    glow: "#ff4fb0",
    beamLeft: "#ff48b0",
    beamRight: "#4bb4ff",
    key: 1.12,
    fill: 0.34,
    gloss: 0.34,
    wood: false,
  }),
  teal: room({
    slug: "teal",
    walls: { front: "ring", back: "panels" },
    top: "#04191f",
    middle: "#0f5a64",
    floor: "#0e4a54",
    floorFar: "#04161b",
    glow: "#3cf0d2",
    beamLeft: "#3cffd6",
    beamRight: "#ffc446",
    key: 1.15,
    fill: 0.34,
    gloss: 0.34,
    wood: false,
  }),
  brick: room({
    slug: "brick",
    walls: { front: "brick", back: "windows" },
    top: "#1b0e0a",
    middle: "#7a3c24",
    floor: "#5d3a26",
    floorFar: "#1c100b",
    glow: "#ffb64a",
    beamLeft: "#ffb84f",
    beamRight: "#ff7448",
    key: 1.15,
    fill: 0.36,
    gloss: 0.22,
    wood: true,
  }),
  amber: room({
    slug: "amber",
    walls: { front: "arches", back: "brick" },
    top: "#26070c",
    middle: "#8d2f1f",
    floor: "#6d2f20",
    floorFar: "#240c0a",
    glow: "#ffb03c",
    beamLeft: "#ff9a3c",
    beamRight: "#ff4a78",
    key: 1.12,
    fill: 0.36,
    gloss: 0.34,
    wood: true,
  }),
  loft: room({
    slug: "loft",
    walls: { front: "loft", back: "panels" },
    top: "#8f8b86",
    middle: "#d8d0c4",
    floor: "#c09a72",
    floorFar: "#8b6f52",
    glow: "#fff3d6",
    beamLeft: "#fff2d8",
    beamRight: "#cfe4ff",
    key: 1.02,
    fill: 0.66,
    gloss: 0.2,
    wood: true,
  }),
  dusk: room({
    slug: "dusk",
    walls: { front: "windows", back: "ring" },
    top: "#1f0a1c",
    middle: "#6d2f4a",
    floor: "#4a2236",
    floorFar: "#190b16",
    glow: "#ff8fa8",
    beamLeft: "#ff8a70",
    beamRight: "#a98bff",
    key: 1.12,
    fill: 0.38,
    gloss: 0.36,
    wood: false,
  }),
  olive: room({
    slug: "olive",
    walls: { front: "arches", back: "loft" },
    top: "#171e10",
    middle: "#59683a",
    floor: "#5b5a36",
    floorFar: "#1d2113",
    glow: "#ffe07a",
    beamLeft: "#ffe690",
    beamRight: "#9be08a",
    key: 1.1,
    fill: 0.42,
    gloss: 0.2,
    wood: true,
  }),
  blue: room({
    slug: "blue",
    walls: { front: "bars", back: "panels" },
    top: "#060d1d",
    middle: "#1d4478",
    floor: "#1b3a63",
    floorFar: "#070f20",
    glow: "#6fb4ff",
    beamLeft: "#ffe8b0",
    beamRight: "#62a8ff",
    key: 1.14,
    fill: 0.38,
    gloss: 0.36,
    wood: false,
  }),
  garden: room({
    slug: "garden",
    walls: { front: "ring", back: "arches" },
    top: "#10180c",
    middle: "#4d6a34",
    floor: "#47582f",
    floorFar: "#121a0d",
    glow: "#ffe36a",
    beamLeft: "#fff0a0",
    beamRight: "#7fe0b0",
    key: 1.14,
    fill: 0.42,
    gloss: 0.3,
    wood: false,
  }),
} as const;
export type RoomSlug = keyof typeof ROOMS;

/** The light of a room as the camera sees it. */
export const lightOf = (of: Room): Light => {
  const tint = (hex: Hex, k: number): Vec => linear(hex).map((c) => c * k) as Vec;
  const warm: Vec = [1.2 * of.key, 1.1 * of.key, 1.0 * of.key];
  const around = tint(of.middle, of.fill * 0.7);
  return {
    key: normalize([-0.62, 0.66, 0.6]),
    keyColor: warm,
    sky: [around[0] + of.fill * 0.21, around[1] + of.fill * 0.21, around[2] + of.fill * 0.25],
    ground: tint(of.floor, of.fill * 1.3).map((c) => c + of.fill * 0.08) as Vec,
    rimLeft: tint(of.beamLeft, 2.1),
    rimRight: tint(of.beamRight, 2.1),
  };
};

/** Paints an empty room: RGBA pixels, rows from the top. */
export const paintRoom = (of: Room, camera: Camera, width: number, height: number): Uint8ClampedArray => {
  const canvas = createCanvas(width, height);
  const ctx = canvas.getContext("2d");
  const p: Painter = {
    ctx,
    width,
    height,
    unit: height / 720,
    at: (x, y, z = WALL) => project(camera, width, height, [x, y, z]),
  };
  const wall = createCanvas(width, height);
  const behind: Painter = { ...p, ctx: wall.getContext("2d") };
  paintWall(of, camera.angle, behind);
  const base = p.at(0, 0).y;
  ctx.drawImage(wall, 0, 0);
  paintFloor(of, p, base);
  // The floor mirrors the wall, softly and less with nearness.
  const small = createCanvas(Math.ceil(width / 3), Math.ceil(height / 3));
  const fx = small.getContext("2d");
  fx.scale(1 / 3, 1 / 3);
  fx.filter = `blur(${2.4 * p.unit}px)`;
  fx.save();
  fx.translate(0, base * 2);
  fx.scale(1, -1);
  fx.drawImage(wall, 0, 0);
  fx.restore();
  fx.filter = "none";
  fx.globalCompositeOperation = "destination-in";
  const fade = fx.createLinearGradient(0, base, 0, height);
  fade.addColorStop(0, `rgba(0,0,0,${of.gloss * 1.25})`);
  fade.addColorStop(0.75, "rgba(0,0,0,0.02)");
  fade.addColorStop(1, "rgba(0,0,0,0)");
  fx.fillStyle = fade;
  fx.fillRect(0, 0, width, height);
  ctx.save();
  ctx.beginPath();
  ctx.rect(0, base, width, height - base);
  ctx.clip();
  ctx.drawImage(small, 0, 0, width, height);
  ctx.restore();
  paintPool(of, p);
  paintBeams(of, p, base);
  const vignette = ctx.createRadialGradient(
    width / 2,
    height * 0.5,
    height * 0.5,
    width / 2,
    height * 0.5,
    Math.max(width, height) * 0.74,
  );
  vignette.addColorStop(0, "rgba(0,0,0,0)");
  vignette.addColorStop(1, "rgba(0,0,0,0.55)");
  ctx.fillStyle = vignette;
  ctx.fillRect(0, 0, width, height);
  return new Uint8ClampedArray(ctx.getImageData(0, 0, width, height).data);
};

const paintBeams = (of: Room, p: Painter, base: number): void => {
  const { width, height } = p;
  if (of.fill > 0.6) return;
  // Soft light needs few pixels: a quarter of them each way, enlarged.
  const small = createCanvas(Math.ceil(width / 4), Math.ceil(height / 4));
  const ctx = small.getContext("2d");
  ctx.scale(0.25, 0.25);
  ctx.filter = `blur(${4 * p.unit}px)`;
  const beam = (hex: Hex, from: number, to: number, alpha: number): void => {
    const g = ctx.createLinearGradient(width * from, -20, width * to, base);
    g.addColorStop(0, rgba(hex, alpha));
    g.addColorStop(0.55, rgba(hex, alpha * 0.3));
    g.addColorStop(1, rgba(hex, 0));
    ctx.fillStyle = g;
    ctx.beginPath();
    ctx.moveTo(width * from - 12, -30);
    ctx.lineTo(width * from + 12, -30);
    ctx.lineTo(width * to + height * 0.3, base + 40 * p.unit);
    ctx.lineTo(width * to - height * 0.3, base + 40 * p.unit);
    ctx.fill();
  };
  beam(of.beamLeft, 0.14, 0.4, 0.42);
  beam(of.beamRight, 0.86, 0.6, 0.42);
  beam("#fff0dc", 0.46, 0.5, 0.3);
  p.ctx.save();
  p.ctx.globalCompositeOperation = "screen";
  p.ctx.drawImage(small, 0, 0, width, height);
  p.ctx.restore();
};
