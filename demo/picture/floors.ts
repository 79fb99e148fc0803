import type { Painter } from "./painter.ts";
import type { Room } from "./rooms.ts";

/** Paints the floor from the wall's foot at height `base` of the picture down. */
export const paintFloor = (of: Room, p: Painter, base: number): void => {
  const { ctx, width, height } = p;
  const floor = ctx.createLinearGradient(0, base, 0, height);
  floor.addColorStop(0, of.floorFar);
  floor.addColorStop(0.28, of.floor);
  floor.addColorStop(1, of.floorFar);
  ctx.fillStyle = floor;
  ctx.fillRect(0, base, width, height - base);
  const board = of.wood ? 0.16 : 0.6;
  ctx.lineWidth = Math.max(0.6, p.unit);
  for (let i = -60; i <= 60; i++) {
    const x = (i + (of.wood ? 0 : 0.5)) * board;
    if (Math.abs(x) > 9) continue;
    const a = p.at(x, 0);
    const b = p.at(x, 0, 4.2);
    if (of.wood) {
      const c = p.at(x + board, 0);
      const d = p.at(x + board, 0, 4.2);
      const tone = ((Math.sin(i * 12.9898) * 43758.5) % 1) * 0.07;
      ctx.fillStyle = tone > 0 ? `rgba(255,240,220,${tone})` : `rgba(0,0,0,${-tone})`;
      ctx.beginPath();
      ctx.moveTo(a.x, a.y);
      ctx.lineTo(c.x, c.y);
      ctx.lineTo(d.x, d.y);
      ctx.lineTo(b.x, b.y);
      ctx.fill();
    }
    ctx.strokeStyle = of.wood ? "rgba(0,0,0,0.16)" : "rgba(255,255,255,0.035)";
    ctx.beginPath();
    ctx.moveTo(a.x, a.y);
    ctx.lineTo(b.x, b.y);
    ctx.stroke();
  }
  // The skirting, and the dark line where wall and floor meet.
  const line = ctx.createLinearGradient(0, base - 22 * p.unit, 0, base + 30 * p.unit);
  line.addColorStop(0, "rgba(0,0,0,0)");
  line.addColorStop(0.42, "rgba(0,0,0,0.5)");
  line.addColorStop(1, "rgba(0,0,0,0)");
  ctx.fillStyle = line;
  ctx.fillRect(0, base - 22 * p.unit, width, 52 * p.unit);
};

/** Paints the pool of light in which one dances. */
export const paintPool = (of: Room, p: Painter): void => {
  const { ctx } = p;
  const c = p.at(0, 0, 0.1);
  ctx.save();
  ctx.translate(c.x, c.y);
  ctx.scale(1, 0.24);
  const r = 2.1 * c.scale;
  const pool = ctx.createRadialGradient(0, 0, 0, 0, 0, r);
  const strength = of.fill > 0.6 ? 0.4 : 1;
  pool.addColorStop(0, `rgba(255,240,222,${0.42 * strength})`);
  pool.addColorStop(0.45, `rgba(255,228,220,${0.17 * strength})`);
  pool.addColorStop(1, "rgba(255,230,220,0)");
  ctx.fillStyle = pool;
  ctx.beginPath();
  ctx.arc(0, 0, r, 0, 7);
  ctx.fill();
  ctx.restore();
};
