import "./graphql.ts";
import "./graphql-care.ts";
import "./graphql-comments.ts";
import "./graphql-moderation.ts";
import "./graphql-uploads.ts";
import type { Module } from "../../platform/module.ts";
import { notifyJob } from "./moderation.ts";
import { reactions } from "./reactions.ts";

/** Posts, comments, likes, uploads; reports and their moderation. */
export const community: Module = { name: "community", jobs: [notifyJob], reactions };
