import "./graphql.ts";
import "./notes/graphql.ts";
import "./plan/graphql.ts";
import type { Module } from "../../platform/module.ts";
import { openPracticeHttp } from "./http.ts";

/** Progress, completions, saved classes, the plan of the week. */
export const practice: Module = { name: "practice", http: openPracticeHttp };
