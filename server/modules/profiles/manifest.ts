import "./graphql.ts";
import { registerPhotoRoutes } from "./http.ts";
import type { Module } from "../../platform/module.ts";
import { tables } from "./retention.ts";

/** Public profile pages; following, blocking and muting. */
export const profiles: Module = { name: "profiles", tables, http: registerPhotoRoutes };
