import "./graphql.ts";
import "./legal/graphql.ts";
import "./mailing-list/graphql.ts";
import "./translations/graphql.ts";
import { registerBrand } from "./brand/http.ts";
import { registerSite } from "./http.ts";
import { registerMailingList } from "./mailing-list/http.ts";
import { announceOpeningJob, forgetUnconfirmedJob } from "./mailing-list/mailing-list.ts";
import type { Module } from "../../platform/module.ts";
import { tables } from "./retention.ts";

/** The studio itself: its name, contact, seller and region, and the mailing list before its opening. */
export const site: Module = {
  name: "site",
  tables,
  http: async (routes) => {
    await registerSite(routes);
    await registerBrand(routes);
    await registerMailingList(routes);
  },
  jobs: [announceOpeningJob, forgetUnconfirmedJob],
  schedules: [{ job: forgetUnconfirmedJob, pattern: "17 3 * * *", backfill: "1d" }],
};
