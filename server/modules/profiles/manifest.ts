import "./graphql.ts";
import { registerPhotoRoutes } from "./http.ts";
import type { Module } from "../../platform/module.ts";

/** Public pages of members, and who follows, blocks and mutes whom. */
export const profiles: Module = { name: "profiles", http: registerPhotoRoutes };
