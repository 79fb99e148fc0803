/**
 * `npm run rebuild-achievements`: works everybody's challenges and badges out again from what practice recorded, beside a running server or alone,
 * and says for how many people anything was different.
 */
import { rebuildAchievements } from "../modules/challenges/index.ts";
import { runOperatorCommand } from "./operator-command.ts";

await runOperatorCommand("rebuild-achievements", () => async (ctx) => {
  const { people, different } = await rebuildAchievements(ctx);
  return `Worked out again for ${people} people; something was different for ${different} of them.`;
});
