import "./graphql.ts";
import "./graphql-uploads.ts";
import type { Module } from "../../platform/module.ts";
import { reactions } from "./reactions.ts";

/** Posts, comments, likes, uploads; reports and their moderation. */
export const community: Module = { name: "community", reactions };
