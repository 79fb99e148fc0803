import { builder } from "../../platform/graphql/builder.ts";
import type { PlaybackLinks } from "./index.ts";

export const Playback = builder.objectRef<PlaybackLinks>("Playback");
