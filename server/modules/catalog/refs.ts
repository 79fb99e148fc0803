import { builder } from "../../platform/graphql/builder.ts";
import type { ClassPage } from "./classes.ts";
import type { ClassRow } from "./store.ts";

export const StudioClass = builder.objectRef<ClassRow>("StudioClass");
/** The video of a class; practice adds what the viewer may play of it. */
export const ClassVideo = builder.objectRef<ClassRow>("ClassVideo");
export const StudioClassPage = builder.objectRef<ClassPage>("StudioClassPage");
export const AccessTypeEnum = builder.enumType("AccessType", { values: ["free", "basic", "standard", "premium"] as const });
