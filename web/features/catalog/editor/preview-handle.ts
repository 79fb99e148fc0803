import { createContext, type RefObject } from "react";
import type { PreviewHandle } from "../../player/public/preview-player.tsx";

/** The preview of the editor's page; null without a video. */
export const PreviewContext = createContext<RefObject<PreviewHandle | null> | null>(null);
