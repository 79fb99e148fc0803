import "./graphql.ts";
import type { Module } from "../../platform/module.ts";

/** Classes, instructors, styles, categories and sections. */
export const catalog: Module = { name: "catalog" };
