import "./graphql.ts";
import type { Module } from "../../platform/module.ts";
import { registerArt } from "./http.ts";
import { reactions } from "./reactions.ts";

/** What practice earns: challenges, badges, leaderboards. */
export const challenges: Module = { name: "challenges", http: registerArt, reactions };
