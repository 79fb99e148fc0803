import "./graphql.ts";
import "./children/graphql.ts";
import "./editing/graphql.ts";
import { registerOptionVideoRoutes } from "./http.ts";
import type { Module } from "../../platform/module.ts";
import { tables } from "./retention.ts";
import { storedFiles } from "./stored-files.ts";

/** Dance preferences, and how a person heard of the studio. */
export const onboarding: Module = {
  name: "onboarding",
  tables,
  storedFiles,
  http: registerOptionVideoRoutes,
};
