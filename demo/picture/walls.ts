import { paintArches } from "./arches.ts";
import type { Angle } from "./camera.ts";
import { rgba, type Painter } from "./painter.ts";
import type { Room } from "./rooms.ts";
import { noise } from "./noise.ts";

/** Paints the wall behind the dancer. */
export const paintWall = (of: Room, angle: Angle, p: Painter): void => {
  const { ctx, width, height } = p;
  const back = ctx.createLinearGradient(0, 0, 0, p.at(0, 0).y);
  back.addColorStop(0, of.top);
  back.addColorStop(0.62, of.middle);
  back.addColorStop(1, of.top);
  ctx.fillStyle = back;
  ctx.fillRect(0, 0, width, height);
  const middle = p.at(0, 1.5);
  const halo = ctx.createRadialGradient(middle.x, middle.y, 0, middle.x, middle.y, 2.6 * middle.scale);
  halo.addColorStop(0, rgba(of.middle, 0.85));
  halo.addColorStop(1, rgba(of.middle, 0));
  ctx.fillStyle = halo;
  ctx.fillRect(0, 0, width, height);
  const kind = of.walls[angle];
  if (kind === "brick") brick(p);
  else if (kind === "arches") paintArches(of, p);
  else if (kind === "windows") windows(of, p);
  else if (kind === "loft") loft(of, p);
  else panels(p);
  if (kind === "ring") ring(of, p);
  if (kind === "bars") bars(of, p);
  if (kind === "brick") bulbs(of, p);
  if (kind !== "loft" && kind !== "arches") barre(p);
};

const panels = (p: Painter): void => {
  const { ctx } = p;
  for (let i = -7; i <= 7; i++) {
    const a = p.at(i * 0.96 - 0.46, 5.2);
    const b = p.at(i * 0.96 + 0.46, 0.12);
    const g = ctx.createLinearGradient(a.x, a.y, b.x, b.y);
    g.addColorStop(0, "rgba(255,255,255,0.09)");
    g.addColorStop(0.45, "rgba(255,255,255,0.025)");
    g.addColorStop(1, "rgba(255,255,255,0.06)");
    ctx.fillStyle = g;
    ctx.beginPath();
    ctx.roundRect(a.x, a.y, b.x - a.x, b.y - a.y, 6 * p.unit);
    ctx.fill();
    ctx.strokeStyle = "rgba(255,255,255,0.07)";
    ctx.lineWidth = p.unit;
    ctx.stroke();
  }
};

const ring = (of: Room, p: Painter): void => {
  const { ctx } = p;
  const c = p.at(0, 1.5);
  const r = 1.18 * c.scale;
  ctx.save();
  ctx.globalCompositeOperation = "screen";
  for (const [wide, soft, alpha] of [
    [46, 34, 0.5],
    [20, 14, 0.55],
    [9, 4, 0.9],
  ] as const) {
    ctx.filter = `blur(${soft * p.unit}px)`;
    ctx.strokeStyle = rgba(of.glow, alpha);
    ctx.lineWidth = wide * p.unit;
    ctx.beginPath();
    ctx.arc(c.x, c.y, r, 0, 7);
    ctx.stroke();
  }
  ctx.restore();
  ctx.strokeStyle = of.glow;
  ctx.lineWidth = 6.5 * p.unit;
  ctx.beginPath();
  ctx.arc(c.x, c.y, r, 0, 7);
  ctx.stroke();
  ctx.strokeStyle = "rgba(255,255,255,0.92)";
  ctx.lineWidth = 2.6 * p.unit;
  ctx.stroke();
};

const bars = (of: Room, p: Painter): void => {
  const { ctx } = p;
  for (const [x, tall] of [
    [-2.5, 1.6],
    [-1.7, 2.3],
    [-0.9, 2.75],
    [0.9, 2.75],
    [1.7, 2.3],
    [2.5, 1.6],
  ] as const) {
    const a = p.at(x, 0.25 + tall);
    const b = p.at(x, 0.25);
    for (const [wide, soft, alpha] of [
      [26, 18, 0.55],
      [8, 3, 0.9],
    ] as const) {
      ctx.save();
      ctx.globalCompositeOperation = "screen";
      ctx.filter = `blur(${soft * p.unit}px)`;
      ctx.strokeStyle = rgba(of.glow, alpha);
      ctx.lineWidth = wide * p.unit;
      ctx.lineCap = "round";
      ctx.beginPath();
      ctx.moveTo(a.x, a.y);
      ctx.lineTo(b.x, b.y);
      ctx.stroke();
      ctx.restore();
    }
    ctx.strokeStyle = "#eaf4ff";
    ctx.lineWidth = 4 * p.unit;
    ctx.lineCap = "round";
    ctx.beginPath();
    ctx.moveTo(a.x, a.y);
    ctx.lineTo(b.x, b.y);
    ctx.stroke();
  }
};

const barre = (p: Painter): void => {
  const { ctx } = p;
  const a = p.at(-9, 0.98);
  const b = p.at(9, 0.98);
  for (const [dy, wide, color] of [
    [4, 7, "rgba(0,0,0,0.3)"],
    [0, 4.5, "rgba(226,190,160,0.5)"],
    [-1.2, 1.4, "rgba(255,235,215,0.45)"],
  ] as const) {
    ctx.strokeStyle = color;
    ctx.lineWidth = wide * p.unit;
    ctx.beginPath();
    ctx.moveTo(a.x, a.y + dy * p.unit);
    ctx.lineTo(b.x, b.y + dy * p.unit);
    ctx.stroke();
  }
};

const windows = (of: Room, p: Painter): void => {
  const { ctx } = p;
  panels(p);
  for (const i of [-3, -2, -1, 0, 1, 2, 3]) {
    const a = p.at(i * 1.22 - 0.46, 2.72);
    const b = p.at(i * 1.22 + 0.46, 0.42);
    const w = b.x - a.x;
    const h = b.y - a.y;
    const sky = ctx.createLinearGradient(0, a.y, 0, b.y);
    sky.addColorStop(0, "#151d4d");
    sky.addColorStop(0.5, "#6a4596");
    sky.addColorStop(0.82, of.beamLeft);
    sky.addColorStop(1, "#ffcf8a");
    ctx.save();
    ctx.beginPath();
    ctx.roundRect(a.x, a.y, w, h, 5 * p.unit);
    ctx.clip();
    ctx.fillStyle = sky;
    ctx.fillRect(a.x, a.y, w, h);
    for (let layer = 0; layer < 2; layer++) {
      for (let q = 0; q < 7; q++) {
        const bw = w * (0.13 + noise(i * 17 + q, layer) * 0.14);
        const bx = a.x + (q / 6.5) * w - bw * 0.3;
        const bh = h * ((layer ? 0.12 : 0.26) + noise(q + i * 7, layer + 3) * (layer ? 0.2 : 0.3));
        ctx.fillStyle = layer ? "rgba(16,10,32,0.96)" : "rgba(44,26,72,0.85)";
        ctx.fillRect(bx, b.y - bh, bw, bh);
        if (!layer) continue;
        ctx.fillStyle = "rgba(255,214,140,0.8)";
        for (let l = 0; l < 9; l++) {
          if (noise(l + q * 3, i) < 0.5) continue;
          ctx.fillRect(
            bx + (0.2 + 0.28 * (l % 3)) * bw,
            b.y - bh + (6 + 9 * Math.floor(l / 3)) * p.unit,
            2 * p.unit,
            3 * p.unit,
          );
        }
      }
    }
    ctx.restore();
    ctx.strokeStyle = "rgba(12,7,20,0.92)";
    ctx.lineWidth = 7 * p.unit;
    ctx.beginPath();
    ctx.roundRect(a.x, a.y, w, h, 5 * p.unit);
    ctx.stroke();
    ctx.lineWidth = 3 * p.unit;
    ctx.beginPath();
    ctx.moveTo(a.x + w / 2, a.y);
    ctx.lineTo(a.x + w / 2, b.y);
    for (const part of [0.33, 0.67]) {
      ctx.moveTo(a.x, a.y + h * part);
      ctx.lineTo(b.x, a.y + h * part);
    }
    ctx.stroke();
  }
};

const loft = (of: Room, p: Painter): void => {
  const { ctx, width } = p;
  const bright = of.fill > 0.6;
  for (const i of [-2, -1, 0, 1, 2]) {
    const a = p.at(i * 1.7 - 0.72, 2.85);
    const b = p.at(i * 1.7 + 0.72, 0.62);
    const w = b.x - a.x;
    const h = b.y - a.y;
    const day = ctx.createLinearGradient(0, a.y, 0, b.y);
    day.addColorStop(0, bright ? "#e6f0f8" : "#9db07a");
    day.addColorStop(0.7, bright ? "#fbf6ea" : "#e2d38a");
    day.addColorStop(1, bright ? "#e6e0cc" : "#b6a860");
    ctx.fillStyle = day;
    ctx.fillRect(a.x, a.y, w, h);
    ctx.save();
    ctx.globalCompositeOperation = "screen";
    ctx.filter = `blur(${26 * p.unit}px)`;
    ctx.fillStyle = bright ? "rgba(255,250,235,0.45)" : "rgba(255,230,150,0.25)";
    ctx.fillRect(a.x, a.y, w, h);
    ctx.restore();
    ctx.strokeStyle = bright ? "#5b5651" : "#232818";
    ctx.lineWidth = 6 * p.unit;
    ctx.strokeRect(a.x, a.y, w, h);
    ctx.lineWidth = 2.5 * p.unit;
    ctx.beginPath();
    for (const part of [0.25, 0.5, 0.75]) {
      ctx.moveTo(a.x + w * part, a.y);
      ctx.lineTo(a.x + w * part, b.y);
    }
    for (const part of [0.25, 0.5, 0.75]) {
      ctx.moveTo(a.x, a.y + h * part);
      ctx.lineTo(b.x, a.y + h * part);
    }
    ctx.stroke();
    ctx.fillStyle = bright ? "#cfc6b8" : "#3e472a";
    ctx.fillRect(a.x - 10 * p.unit, b.y, w + 20 * p.unit, 9 * p.unit);
  }
  const rail = p.at(0, 0.16);
  ctx.fillStyle = bright ? "rgba(255,255,255,0.5)" : "rgba(0,0,0,0.25)";
  ctx.fillRect(0, rail.y, width, 10 * p.unit);
};

const brick = (p: Painter): void => {
  const { ctx } = p;
  const wide = 0.27;
  const tall = 0.092;
  for (let row = 0; row < 36; row++) {
    for (let col = -22; col <= 22; col++) {
      const x = col * wide + (row % 2 ? wide / 2 : 0);
      const a = p.at(x + 0.006, (row + 1) * tall - 0.006);
      const b = p.at(x + wide - 0.006, row * tall + 0.006);
      if (b.x < 0 || a.x > p.width || b.y < 0) continue;
      const tone = noise(row, col);
      ctx.fillStyle =
        tone > 0.5 ? `rgba(255,190,150,${(tone - 0.5) * 0.16})` : `rgba(0,0,0,${(0.5 - tone) * 0.34})`;
      ctx.fillRect(a.x, a.y, b.x - a.x, b.y - a.y);
      ctx.fillStyle = "rgba(255,225,200,0.035)";
      ctx.fillRect(a.x, a.y, b.x - a.x, 1.5 * p.unit);
    }
  }
};

const bulbs = (of: Room, p: Painter): void => {
  const { ctx } = p;
  const sag = (t: number): number => 2.72 - 0.5 * (1 - (2 * t - 1) ** 2);
  for (const half of [-1, 1]) {
    ctx.strokeStyle = "rgba(0,0,0,0.6)";
    ctx.lineWidth = 2 * p.unit;
    ctx.beginPath();
    for (let i = 0; i <= 24; i++) {
      const q = p.at(half * 4.2 * (i / 24), sag(i / 24));
      if (i === 0) ctx.moveTo(q.x, q.y);
      else ctx.lineTo(q.x, q.y);
    }
    ctx.stroke();
    for (let i = half < 0 ? 1 : 0; i <= 11; i++) {
      const q = p.at(half * 4.2 * (i / 11), sag(i / 11) - 0.06);
      ctx.save();
      ctx.globalCompositeOperation = "screen";
      const g = ctx.createRadialGradient(q.x, q.y, 0, q.x, q.y, 0.3 * q.scale);
      g.addColorStop(0, rgba(of.glow, 0.95));
      g.addColorStop(0.16, rgba(of.glow, 0.4));
      g.addColorStop(1, rgba(of.glow, 0));
      ctx.fillStyle = g;
      ctx.beginPath();
      ctx.arc(q.x, q.y, 0.3 * q.scale, 0, 7);
      ctx.fill();
      ctx.restore();
      ctx.fillStyle = "#fff6df";
      ctx.beginPath();
      ctx.arc(q.x, q.y, 5 * p.unit, 0, 7);
      ctx.fill();
    }
  }
};
