import "./graphql.ts";
import type { Module } from "../../platform/module.ts";

/** Progress, completions, saved classes. */
export const practice: Module = { name: "practice" };
