import { rgba, type Painter } from "./painter.ts";
import type { Room } from "./rooms.ts";
import { noise } from "./noise.ts";

/** Glowing arches with plants between them. */
export const paintArches = (of: Room, p: Painter): void => {
  const { ctx } = p;
  for (const i of [-2, -1, 0, 1, 2]) {
    const a = p.at(i * 1.75 - 0.68, 1.85);
    const b = p.at(i * 1.75 + 0.68, 0.1);
    const r = (b.x - a.x) / 2;
    const shape = (grow: number): void => {
      ctx.beginPath();
      ctx.moveTo(a.x - grow, b.y);
      ctx.lineTo(a.x - grow, a.y);
      ctx.arc(a.x + r, a.y, r + grow, Math.PI, 0);
      ctx.lineTo(b.x + grow, b.y);
      ctx.closePath();
    };
    shape(9 * p.unit);
    ctx.fillStyle = "rgba(255,240,215,0.07)";
    ctx.fill();
    shape(0);
    const g = ctx.createLinearGradient(0, a.y - r, 0, b.y);
    g.addColorStop(0, rgba(of.glow, 0.3));
    g.addColorStop(0.3, rgba(of.glow, 0.11));
    g.addColorStop(1, "rgba(0,0,0,0.34)");
    ctx.fillStyle = rgba(of.top, 0.55);
    ctx.fill();
    ctx.fillStyle = g;
    ctx.fill();
    ctx.save();
    shape(0);
    ctx.clip();
    ctx.filter = `blur(${9 * p.unit}px)`;
    ctx.strokeStyle = rgba(of.glow, 0.75);
    ctx.lineWidth = 9 * p.unit;
    shape(0);
    ctx.stroke();
    ctx.restore();
    ctx.strokeStyle = rgba(of.glow, 0.55);
    ctx.lineWidth = 2 * p.unit;
    shape(0);
    ctx.stroke();
  }
  for (const x of [-1.75 * 1.5, 1.75 * 1.5]) plant(p, x);
};

const plant = (p: Painter, x: number): void => {
  const { ctx } = p;
  const root = p.at(x, 0.42);
  for (let i = 0; i < 17; i++) {
    const angle = -Math.PI / 2 + (i - 8) * 0.17 + (noise(i, x) - 0.5) * 0.2;
    const long = (0.5 + noise(i, 4) * 0.5) * root.scale;
    const tip = { x: root.x + Math.cos(angle) * long, y: root.y + Math.sin(angle) * long };
    const bend = { x: root.x + Math.cos(angle) * long * 0.5, y: root.y + Math.sin(angle) * long * 0.75 };
    ctx.fillStyle = i % 2 ? "rgba(26,44,24,0.95)" : "rgba(44,70,36,0.95)";
    ctx.beginPath();
    ctx.moveTo(root.x, root.y);
    ctx.quadraticCurveTo(bend.x - 11 * p.unit, bend.y, tip.x, tip.y);
    ctx.quadraticCurveTo(bend.x + 11 * p.unit, bend.y, root.x, root.y);
    ctx.fill();
  }
  const a = p.at(x - 0.17, 0.44);
  const b = p.at(x + 0.17, 0.02);
  const pot = ctx.createLinearGradient(a.x, 0, b.x, 0);
  pot.addColorStop(0, "#c98f63");
  pot.addColorStop(1, "#4e3020");
  ctx.fillStyle = pot;
  ctx.beginPath();
  ctx.moveTo(a.x, a.y);
  ctx.lineTo(b.x, a.y);
  ctx.lineTo(b.x - 7 * p.unit, b.y);
  ctx.lineTo(a.x + 7 * p.unit, b.y);
  ctx.fill();
};
