import "./graphql.ts";
import type { Module } from "../../platform/module.ts";

/** What the studio's people see of the whole: which of its pages are theirs, and what waits there, and work that failed for good. */
export const studio: Module = { name: "admin" };
