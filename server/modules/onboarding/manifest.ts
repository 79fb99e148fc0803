import "./graphql.ts";
import "./graphql-children.ts";
import "./graphql-editor.ts";
import { registerOptionVideoRoutes } from "./http.ts";
import type { Module } from "../../platform/module.ts";

/** What somebody wants of their dancing, and how they heard of the studio. */
export const onboarding: Module = { name: "onboarding", http: registerOptionVideoRoutes };
