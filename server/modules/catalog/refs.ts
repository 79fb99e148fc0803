import { builder } from "../../platform/graphql/builder.ts";
import type { ClassPage } from "./class-pages.ts";
import type { ClassRow } from "./store-classes.ts";

export const StudioClass = builder.objectRef<ClassRow>("StudioClass");
/** The video of a class; practice adds what the viewer may play of it. */
export const ClassVideo = builder.objectRef<ClassRow>("ClassVideo");
export const StudioClassPage = builder.objectRef<ClassPage>("StudioClassPage");
export { AccessTypeEnum } from "../billing/refs.ts";
