import "./graphql.ts";
import "./graphql-account.ts";
import "./graphql-family.ts";
import type { Module } from "../../platform/module.ts";

/** Accounts and sessions. Its HTTP door is opened by the api role, which needs the same `Auth` to know who asks. */
export const identity: Module = { name: "identity" };
