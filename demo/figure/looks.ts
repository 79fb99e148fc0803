import type { Build } from './body.ts';
import type { Look } from './look.ts';

const build = (b: Partial<Build>): Build => ({ height: 1.7, shoulders: 1, hips: 1, legs: 1, girth: 1, head: 1, heel: 0, ...b });

/** The demo's dancers, by slug. */
export const LOOKS = {
  ana: {
    build: build({ height: 1.68, shoulders: 0.97 }),
    skin: '#d99a6c', lips: '#a8483f',
    hair: { kind: 'bun', color: '#2b1712' },
    top: { kind: 'tee', color: '#ff8a1f', trim: '#d96a10' },
    bottom: { kind: 'joggers', color: '#34437c', trim: '#27335f' },
    shoes: { kind: 'sneaker', color: '#f4f5fa', sole: '#ff4fb0' },
    headband: '#ff4fb0', wristbands: '#ff4fb0',
  },
  kofi: {
    build: build({ height: 1.8, shoulders: 1.12, hips: 0.94, girth: 1.04 }),
    skin: '#855638', lips: '#7a3f38',
    hair: { kind: 'fade', color: '#140d0b' }, beard: '#1a110d',
    top: { kind: 'tank', color: '#f2506f', trim: '#c73a56' },
    bottom: { kind: 'shorts', color: '#2b2f38', trim: '#f2b43c' },
    shoes: { kind: 'sneaker', color: '#ffd54a', sole: '#fff6d8' },
    wristbands: '#3ce0c4',
  },
  luz: {
    build: build({ height: 1.66, shoulders: 0.95, hips: 1.05, legs: 1.02, heel: 0.42 }),
    skin: '#c58a5e', lips: '#b3263a',
    hair: { kind: 'ponytail', color: '#24120e' },
    top: { kind: 'crop', color: '#fff1de', trim: '#e8cfae' },
    bottom: { kind: 'flare', color: '#a31f3e', trim: '#e0ae5a' },
    shoes: { kind: 'heel', color: '#e0ae5a', sole: '#a87a33' },
    earrings: '#f0c060',
  },
  jules: {
    build: build({ height: 1.76, shoulders: 1.05, hips: 0.93, girth: 0.95, legs: 1.03 }),
    skin: '#eec2a0', lips: '#b56a60',
    hair: { kind: 'tousled', color: '#b98a52' },
    top: { kind: 'long', color: '#e9e4da', trim: '#d2cabb' },
    bottom: { kind: 'wide', color: '#5a6470', trim: '#454e58' },
    shoes: { kind: 'bare', color: '#eec2a0', sole: '#eec2a0' },
    glasses: '#2d2a2a',
  },
  imani: {
    build: build({ height: 1.72, shoulders: 0.98, hips: 1.05, legs: 1.03, heel: 0.5 }),
    skin: '#93603f', lips: '#9c2f4b',
    hair: { kind: 'puff', color: '#17100f' },
    top: { kind: 'tank', color: '#1d1a24', trim: '#15131a' },
    bottom: { kind: 'leggings', color: '#d8367f', trim: '#1d1a24' },
    shoes: { kind: 'heel', color: '#1d1a24', sole: '#0f0d12' },
    earrings: '#f4d58a',
  },
  noor: {
    build: build({ height: 1.7, shoulders: 0.98 }),
    skin: '#b87f56', lips: '#99473f',
    hair: { kind: 'bob', color: '#1b1312' },
    top: { kind: 'tank', color: '#f2c53d', trim: '#c99a1e' },
    bottom: { kind: 'leggings', color: '#3d5a3c', trim: '#2c422c' },
    shoes: { kind: 'bare', color: '#b87f56', sole: '#b87f56' },
    wristbands: '#ff7d5c',
  },
  milo: {
    build: build({ height: 1.18, shoulders: 0.94, hips: 0.98, legs: 0.94, girth: 1.06, head: 1.36 }),
    skin: '#b57d54', lips: '#99473f',
    hair: { kind: 'curls', color: '#24150f' },
    top: { kind: 'tee', color: '#2fc3a0', trim: '#219c7f' },
    bottom: { kind: 'joggers', color: '#e07b2d', trim: '#b95f1d' },
    shoes: { kind: 'sneaker', color: '#fafafa', sole: '#2fc3a0' },
    headband: '#ffffff',
  },
  rio: {
    build: build({ height: 1.74, shoulders: 1.02, girth: 0.98 }),
    skin: '#e2ae86', lips: '#a5544c',
    hair: { kind: 'braids', color: '#5a2f1c' },
    top: { kind: 'hoodie', color: '#8f7df0', trim: '#6f5fd0' },
    bottom: { kind: 'joggers', color: '#23222e', trim: '#17161f' },
    shoes: { kind: 'sneaker', color: '#ffffff', sole: '#ffd23c' },
  },
  sam: {
    build: build({ height: 1.78, shoulders: 1.08, hips: 0.95, girth: 1.03 }),
    skin: '#d8a27b', lips: '#a5544c',
    hair: { kind: 'fade', color: '#3b2417' },
    top: { kind: 'tee', color: '#3f86ec', trim: '#2b6ac4' },
    bottom: { kind: 'shorts', color: '#e9e4da', trim: '#c8c0b0' },
    shoes: { kind: 'sneaker', color: '#ffd23c', sole: '#ffffff' },
    headband: '#ffe28a',
  },
} satisfies Record<string, Look>;

export type LookSlug = keyof typeof LOOKS;
export const lookOf = (slug: LookSlug): Look => LOOKS[slug];
