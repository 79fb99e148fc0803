/**
 * The demo: classes, dancers, pictures, film and sound that are made by this folder alone. Nothing is downloaded and nothing is
 * stored in the repository; the same slug always gives the same bytes of data, and the same picture.
 */
import { CLASSES, classOf, stretchesOf } from "./catalog/classes.ts";
import { writeVtt } from "./catalog/captions.ts";
import { CATEGORIES, INSTRUCTORS, SECTIONS, STYLES } from "./catalog/library.ts";
import { PEOPLE } from "./catalog/people.ts";
import { troupeOf } from "./catalog/troupes.ts";
import { eightOf, MOVEMENTS } from "./movement/styles.ts";
import { writeSoundtrack } from "./music/soundtrack.ts";
import type { Angle } from "./picture/camera.ts";
import type { ClipPlan } from "./picture/clip.ts";
import { renderMissingClips } from "./picture/clip-cache.ts";
export type { DemoPerson } from "./catalog/people.ts";
export type { Angle } from "./picture/camera.ts";
export { demoTakes, renderTake } from "./takes.ts";
export {
  renderCategoryPicture,
  renderEmptyRoom,
  renderInstructorPicture,
  renderPoster,
  renderSectionPicture,
  renderStylePicture,
} from "./picture/posters.ts";

/** Everything that a seed needs. Ids are UUIDs derived from slugs; times are milliseconds; the first class is meant to be made first. */
export const demoCatalog = {
  sections: SECTIONS,
  categories: CATEGORIES,
  styles: STYLES,
  instructors: INSTRUCTORS,
  classes: CLASSES,
};

/** The demo's people: admin, moderator, a premium member, a family, and two dozen dancers. Passwords are the seed's to choose. */
export const demoPeople = PEOPLE;

export type RenderClipsOptions = {
  classSlug: string;
  /** Where clips are kept; several classes and processes may share it. */
  cacheDir: string;
  signal?: AbortSignal;
  /** Called with the share that is done, 0 to 1, counted in pictures. */
  onProgress?: (share: number) => void;
  /** Threads; one per core when left out. */
  concurrency?: number;
  /** ffmpeg's path; FFMPEG_PATH or the one on the PATH when left out. */
  ffmpeg?: string;
};
/** The unique clips of one angle, and the order in which the class plays them (indices into `clips`). */
export type RenderedClips = { clips: { path: string; frames: number }[]; order: number[] };

const planClips = (classSlug: string, angle: Angle): { plans: ClipPlan[]; order: number[] } => {
  const of = classOf(classSlug);
  const troupe = troupeOf(of.troupe);
  const movement = MOVEMENTS[troupe.movement];
  const keys = new Map<string, number>();
  const plans: ClipPlan[] = [];
  const order = of.sequence.map(({ eight, frames }) => {
    const key = `${eight}/${frames}`;
    if (!keys.has(key)) {
      keys.set(key, plans.length);
      plans.push({ scene: troupe.scene, movement, eight: eightOf(movement, eight), angle, frames });
    }
    return keys.get(key)!;
  });
  return { plans, order };
};

/**
 * Renders what is missing of a class's clips and says how they follow one another. Every clip is H.264 in MP4, 1280×720, 30 fps, yuv420p, BT.709,
 * closed groups of pictures, its first picture a key frame; a clip is one eight and a whole number of frames, so that picture and sound never drift.
 * Throws when the class is unknown, when ffmpeg fails, and with the signal's reason when aborted; no half-written clip is ever left in its place.
 */
export const renderClips = async (options: RenderClipsOptions & { angle: Angle }): Promise<RenderedClips> => {
  const { plans, order } = planClips(options.classSlug, options.angle);
  return rendered(plans, order, await renderMissingClips(plans, options));
};

/** `renderClips` of both angles, which share the threads: none waits for the other angle's last clip. */
export const renderBothAngles = async (
  options: RenderClipsOptions,
): Promise<{ front: RenderedClips; back: RenderedClips }> => {
  const front = planClips(options.classSlug, "front");
  const back = planClips(options.classSlug, "back");
  const paths = await renderMissingClips([...front.plans, ...back.plans], options);
  return {
    front: rendered(front.plans, front.order, paths),
    back: rendered(back.plans, back.order, paths.slice(front.plans.length)),
  };
};

const rendered = (plans: ClipPlan[], order: number[], paths: string[]): RenderedClips => ({
  clips: plans.map((plan, i) => ({ path: paths[i]!, frames: plan.frames })),
  order,
});

/**
 * Writes a class's whole soundtrack to `file`: 48 kHz stereo, FLAC when the name ends in .flac, else WAV; exactly as long as the class.
 * Throws when the class is unknown or the file can't be written, and with the signal's reason when aborted.
 */
export const renderAudio = (options: {
  classSlug: string;
  file: string;
  signal?: AbortSignal;
  ffmpeg?: string;
}): Promise<void> => {
  const of = classOf(options.classSlug);
  return writeSoundtrack(troupeOf(of.troupe).movement, stretchesOf(of), options.file, options);
};

/** A class's captions as WebVTT. Throws when the class is unknown. */
export const captionsVtt = (classSlug: string): string => writeVtt(classOf(classSlug).captions.cues);
