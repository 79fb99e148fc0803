import "./graphql.ts";
import type { Module } from "../../platform/module.ts";

/** Overview of the studio: the viewer's pages, their pending items, and failed jobs. */
export const studio: Module = { name: "admin" };
