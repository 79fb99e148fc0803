import "./graphql.ts";
import "./comments/graphql-settings.ts";
import "./comments/graphql.ts";
import "./moderation/graphql.ts";
import "./uploads/graphql.ts";
import type { Module } from "../../platform/module.ts";
import { addUpLikesJob } from "./like-changes.ts";
import { notifyJob } from "./moderation/moderation.ts";
import { reactions } from "./reactions.ts";
import { tables } from "./retention.ts";
import { storedFiles } from "./stored-files.ts";

/** Posts, comments, likes, uploads; reports and their moderation. */
export const community: Module = {
  name: "community",
  tables,
  storedFiles,
  jobs: [addUpLikesJob, notifyJob],
  schedules: [{ job: addUpLikesJob, pattern: "* * * * *" }],
  reactions,
};
