import "./graphql.ts";
import "./children/graphql.ts";
import "./editing/graphql.ts";
import { registerOptionVideoRoutes } from "./http.ts";
import type { Module } from "../../platform/module.ts";

/** What somebody wants of their dancing, and how they heard of the studio. */
export const onboarding: Module = { name: "onboarding", http: registerOptionVideoRoutes };
