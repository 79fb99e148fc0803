import { z } from "zod";
import { defineJob } from "../../platform/jobs/job.ts";
import { sweepRooms } from "./rooms/rooms.ts";

/** What is done now and then: rooms that nobody is in any more go. */
export const upkeepJob = defineJob({
  name: "practice.upkeep",
  schema: z.object({}),
  maxAttempts: 3,
  run: sweepRooms,
});
