import { angleKeys } from "../../../contract/angles.ts";
import { builder } from "../../platform/graphql/builder.ts";
import type { Framing as FramingRow, PlaybackLinks } from "./index.ts";

export const Playback = builder.objectRef<PlaybackLinks>("Playback");
export const Framing = builder.objectRef<FramingRow>("Framing");
export const CameraAngle = builder.enumType("CameraAngle", { values: angleKeys });
