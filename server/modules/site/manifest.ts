import "./graphql.ts";
import "./legal/graphql.ts";
import "./translations/graphql.ts";
import { registerSite } from "./http.ts";
import type { Module } from "../../platform/module.ts";

/** The studio itself: its name, contact, seller and region. */
export const site: Module = { name: "site", http: registerSite };
