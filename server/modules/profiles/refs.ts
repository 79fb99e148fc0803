import { builder } from "../../platform/graphql/builder.ts";
import { audiences } from "./store.ts";

export const AudienceEnum = builder.enumType("Audience", {
  description: "Who may see something. Crew: two people who follow each other.",
  values: audiences,
});
