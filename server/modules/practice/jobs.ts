import { z } from "zod";
import { defineJob } from "../../platform/jobs/job.ts";
import { sweepRooms } from "./rooms/rooms.ts";

/** Periodic maintenance: deletes empty rooms. */
export const maintenanceJob = defineJob({
  name: "practice.upkeep",
  schema: z.object({}),
  maxAttempts: 3,
  run: sweepRooms,
});
