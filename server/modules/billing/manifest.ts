import "./graphql.ts";
import type { Module } from "../../platform/module.ts";

/** Who has paid for what. */
export const billing: Module = { name: "billing" };
