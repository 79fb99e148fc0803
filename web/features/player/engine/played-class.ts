/** A class as the player gets it, from the server or from a download. */
import type { EnumValue } from "../../../graphql/graphql.ts";
import type { AngleKey } from "../../../../contract/angles.ts";
import type { TempoSpan } from "./beat-grid.ts";
import type { Framing } from "./framing.ts";
import type { ClassPart } from "./clock.ts";

export type PlayedClass = {
  id: string;
  classId: string;
  title: string;
  /** Only of a class that isn't in the library, which staff are shown: nothing of it counts. Missing in downloads. */
  unpublishedState?: EnumValue<"ClassState"> | null;
  accessType: EnumValue<"AccessType">;
  /** Missing in downloads from before this field existed. */
  isSoldApart?: boolean;
  /** Missing in downloads from before this field existed. */
  thumbnailImageUrl?: string | null;
  /** Which place of the image narrow crops keep, such as `42%`. Missing in downloads from before this field existed. */
  imageFocus?: string | null;
  parts: readonly ClassPart[];
  beatGrid: readonly TempoSpan[];
  instructor: { name: string };
  userProgress: { completed: boolean; percent: number } | null;
  nextClass: NextClass | null;
  video: { durationInMs: number };
};
/** What can be danced after a class. */
export type NextClass = {
  classId: string;
  title: string;
  isLocked?: boolean;
  /** Missing in downloads from before this field existed. */
  video?: { encodingStatus: string };
};
/** Whether a class can be opened and played: the viewer's plan includes it, and its video is there. */
export const canBePlayed = ({ isLocked, video }: NextClass): boolean =>
  !isLocked && (video?.encodingStatus ?? "available") === "available";

export type PlaybackLinks = {
  hlsUrl: string;
  /** Where the dancer is in the image; missing if unknown, and in downloads from before this field existed. */
  framing?: Framing | null;
  angles: readonly {
    key: AngleKey;
    label: string;
    hlsUrl: string;
    /** The angle filmed upright; missing in downloads, which have one version. */
    uprightHlsUrl?: string | null;
  }[];
  storyboardUrl: string | null;
  isPreview: boolean;
  /** The Google Cast receiver app allowed to play these URLs; missing in downloads. */
  castAppId?: string | null;
  captions: readonly { language: string; label: string; url: string }[];
  /** Missing in downloads from before this field existed. */
  slowSounds?: readonly { percent: number; url: string }[];
};
