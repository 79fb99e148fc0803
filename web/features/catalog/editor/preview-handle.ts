import { createContext, type RefObject } from "react";
import type { PreviewHandle } from "../../player/public/preview-player.tsx";

/** The preview of the editor's page. */
export type EditorPreview = {
  /** Null until the video is loaded. */
  readonly handle: RefObject<PreviewHandle | null>;
  /** Loads the video. */
  readonly need: () => void;
};

/** Null without a video. */
export const PreviewContext = createContext<EditorPreview | null>(null);
