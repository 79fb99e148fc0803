import "./graphql.ts";
import type { Module } from "../../platform/module.ts";
import { registerGrowthRoutes } from "./http.ts";

/** Feature flags, the collector, and where an address lies. */
export const growth: Module = { name: "growth", http: registerGrowthRoutes };
