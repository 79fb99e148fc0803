import { createCanvas, ImageData } from '@napi-rs/canvas';
import { classOf, CLASSES } from '../catalog/classes.ts';
import { CATEGORIES, INSTRUCTORS } from '../catalog/library.ts';
import { troupeOf, TROUPES } from '../catalog/troupes.ts';
import { eightOf, MOVEMENTS } from '../movement/styles.ts';
import type { Camera } from './camera.ts';
import { performTogether, stageFor, type Scene } from './shot.ts';

/** Pixels, and how the picture is coded; WebP at quality 84 when left out. */
export type PictureSize = { width: number; height: number; format?: 'webp' | 'jpeg' | 'avif'; quality?: number };

/** Moments that make strong still pictures: an eight and a beat in it (0 is the one). */
const MOMENTS: Record<string, [string, number][]> = {
  'hip-hop': [['drag-left', 6.05], ['reach-roll', 0.1], ['step-turn', 6.1], ['knee-kick', 0], ['drag-left', 1.1], ['knee-kick', 6.05], ['drag-left', 3]],
  house: [['skate', 0.1], ['loose-legs', 6], ['shuffle', 3.1], ['round', 5.05], ['skate', 5], ['loose-legs', 0]],
  afro: [['shoulders', 6.05], ['gwara', 0.1], ['shaku', 4.1], ['ground', 4.1], ['shaku', 6], ['gwara', 4.1]],
  latin: [['side', 0.1], ['shine', 6.1], ['right-turn', 3.1], ['shine', 2.1], ['side', 4.1], ['cumbia', 0.1]],
  contemporary: [['fall', 3], ['swing', 2], ['contract', 4.2], ['fall', 5], ['spiral', 3], ['swing', 6]],
  heels: [['pose', 0.3], ['kick-turn', 5.4], ['body-roll', 5.1], ['pose', 4.4], ['walk', 6.2], ['kick-turn', 4.1]],
  mobility: [['side-bend', 3], ['lunge', 3.6], ['twist', 2.4], ['reach', 2.8], ['side-bend', 5.6]],
  fitness: [['squat-reach', 2.1], ['knees', 1], ['jacks', 4.1], ['step-touch', 2.05], ['squat-reach', 4.1]],
  family: [['star', 2.9], ['clap-stomp', 5.1], ['wave', 5], ['robot', 3], ['penguin', 0]],
};

type Shot = { troupe: string; moment: number; turn?: number; close?: number };

const shoot = (shot: Shot, size: PictureSize, scene?: Scene): Buffer => {
  const troupe = troupeOf(shot.troupe);
  const { width, height } = size;
  const ratio = width / height;
  const wide = ratio > 1.25;
  const several = troupe.scene.cast.length > 1 && !scene;
  const people = troupe.scene.cast.length > 2 && !scene ? 1.9 : troupe.scene.cast.length > 1 && !scene ? 1.05 : 0.62;
  // Wide pictures leave their left third to a title; upright ones hold the whole dancer.
  const close = shot.close ?? (wide && !several ? 1.2 : 1);
  const fit = Math.min(1, ratio / (people * (wide ? 0.9 : 1.12)));
  const camera: Camera = {
    angle: 'front', turn: shot.turn ?? 0, distance: 5.6, height: 1.06,
    focal: (wide ? 2.32 : 2.2) * close * fit,
    centreX: wide ? (several ? 0.58 : 0.645) : 0.5,
    centreY: (wide ? 0.5 : 0.52) + (close - 1) * 0.32,
  };
  const movement = MOVEMENTS[troupe.movement];
  const moments = MOMENTS[shot.troupe]!;
  const [slug, beat] = moments[shot.moment % moments.length]!;
  const stage = stageFor(scene ?? troupe.scene, camera, width, height);
  stage.draw(performTogether(scene ?? troupe.scene, movement, eightOf(movement, slug)).skeletonsAt(beat));
  const canvas = createCanvas(width, height);
  canvas.getContext('2d').putImageData(new ImageData(stage.pixels, width, height), 0, 0);
  const { format = 'webp', quality = 84 } = size;
  if (format === 'jpeg') return canvas.toBuffer('image/jpeg', quality);
  if (format === 'avif') return canvas.toBuffer('image/avif', { quality, speed: 9 });
  return canvas.toBuffer('image/webp', quality);
};

/** A class's poster: its dancers, in its room, in a pose from its own choreography. Throws when the class is unknown. */
export const renderPoster = (classSlug: string, size: PictureSize): Buffer => {
  const of = classOf(classSlug);
  const nth = CLASSES.filter((c) => c.troupe === of.troupe).indexOf(of);
  return shoot({ troupe: of.troupe, moment: nth, turn: [0, 0.34, -0.3, 0.18, -0.16, 0.1][nth % 6]! }, size);
};

/** An instructor's portrait, from the hips up. Throws when the instructor is unknown. */
export const renderInstructorPicture = (slug: string, size: PictureSize): Buffer => {
  const index = INSTRUCTORS.findIndex((i) => i.slug === slug);
  if (index < 0) throw new Error(`there is no demo instructor "${slug}"`);
  const troupe = TROUPES.find((t) => t.instructor === slug)!;
  const scene: Scene = { cast: [{ ...troupe.scene.cast[0]!, x: 0, z: 0 }], room: troupe.scene.room };
  return shoot({ troupe: troupe.slug, moment: troupe.slug === 'mobility' ? 2 : 0, turn: -0.2, close: 1.7 }, size, scene);
};

/** A style's picture. Throws when the style is unknown. */
export const renderStylePicture = (slug: string, size: PictureSize): Buffer => {
  const troupe = TROUPES.find((t) => t.style === slug);
  if (!troupe) throw new Error(`there is no demo style "${slug}"`);
  return shoot({ troupe: troupe.slug, moment: 1, turn: 0.15 }, size);
};

/** A category's picture: a moment of its first class. Throws when the category is unknown. */
export const renderCategoryPicture = (slug: string, size: PictureSize): Buffer => {
  const index = CATEGORIES.findIndex((c) => c.slug === slug);
  const first = CLASSES.find((c) => c.categories[0] === slug) ?? CLASSES.find((c) => c.categories.includes(slug));
  if (index < 0 || !first) throw new Error(`there is no demo category "${slug}"`);
  return shoot({ troupe: first.troupe, moment: index + 2, turn: index % 2 ? 0.3 : -0.3 }, size);
};

const SECTION_SHOTS: Record<string, Shot> = {
  learn: { troupe: 'house', moment: 3, turn: 0.2 },
  choreography: { troupe: 'heels', moment: 1, turn: -0.1 },
  'dance-workout': { troupe: 'fitness', moment: 0 },
  health: { troupe: 'mobility', moment: 0, turn: 0.2 },
  family: { troupe: 'family', moment: 0 },
};

/** A section's picture. Throws when the section is unknown. */
export const renderSectionPicture = (slug: string, size: PictureSize): Buffer => {
  const shot = SECTION_SHOTS[slug];
  if (!shot) throw new Error(`there is no section "${slug}"`);
  return shoot(shot, size);
};
