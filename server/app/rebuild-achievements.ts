/**
 * `npm run rebuild-achievements`: recomputes everyone's challenges and badges from recorded practice, with or without a running
 * server. Prints the number of people with changes.
 */
import { rebuildAchievements } from "../modules/challenges/index.ts";
import { runOperatorCommand } from "./operator-command.ts";

await runOperatorCommand("rebuild-achievements", () => async (ctx) => {
  const { people, different } = await rebuildAchievements(ctx);
  return `Rebuilt achievements for ${people} people. Changed: ${different}.`;
});
