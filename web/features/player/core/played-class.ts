/** A class as the player gets it: from the server, or from what was kept on the device. */
import type { TempoSpan } from "./beat-grid.ts";
import type { ClassPart } from "./clock.ts";

export type PlayedClass = {
  id: string;
  classId: string;
  title: string;
  accessType: string;
  /** Classes that were kept on a device before it was asked for have none. */
  thumbnailImageUrl?: string | null;
  parts: readonly ClassPart[];
  beatGrid: readonly TempoSpan[];
  instructor: { name: string };
  userProgress: { completed: boolean; percent: number } | null;
  nextClass: { classId: string; title: string } | null;
  video: { durationInMs: number };
};
export type PlaybackLinks = {
  hlsUrl: string;
  backHlsUrl: string | null;
  storyboardUrl: string | null;
  isPreview: boolean;
  /** The Google Cast receiver that may play these; classes that were kept on a device have none. */
  castAppId?: string | null;
  captions: readonly { language: string; label: string; url: string }[];
  /** Classes that were kept on a device before there were any have none. */
  slowSounds?: readonly { percent: number; url: string }[];
};
