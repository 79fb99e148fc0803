import { z } from "zod";
import { defineJob } from "../../platform/jobs/job.ts";
import { forgetAlerts, forgetMissedSearches, forgetReplaced, forgetUnusedItems } from "../catalog/index.ts";
import { sweepFigures } from "./figures/use.ts";
import { forgetMoves } from "./moves.ts";
import { forgetPlanChanges } from "./plan/changes.ts";
import { sweepRooms } from "./rooms/rooms.ts";
import { sweepSets } from "./set/set.ts";

/** Periodic maintenance: deletes empty rooms, old sets, moves and changes of plans, and joins old days of figures. */
export const maintenanceJob = defineJob({
  name: "practice.upkeep",
  schema: z.object({}),
  maxAttempts: 3,
  run: async (ctx) => {
    await sweepRooms(ctx);
    await sweepSets(ctx);
    await forgetMoves(ctx);
    await forgetPlanChanges(ctx);
    await sweepFigures(ctx);
    await forgetMissedSearches(ctx);
    await forgetAlerts(ctx);
    await forgetReplaced(ctx);
    await forgetUnusedItems(ctx);
  },
});
