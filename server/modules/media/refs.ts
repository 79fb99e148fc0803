import { angleKeys } from "../../../contract/angles.ts";
import { builder } from "../../platform/graphql/builder.ts";
import type { PlaybackLinks } from "./index.ts";

export const Playback = builder.objectRef<PlaybackLinks>("Playback");
export const CameraAngle = builder.enumType("CameraAngle", { values: angleKeys });
