import { demoPeople } from "../../../demo/index.ts";
import type { Ctx, Tx } from "../../ctx.ts";
import { hashPin, seedFamily } from "../../modules/identity/index.ts";
import { seedAnswers } from "../../modules/onboarding/index.ts";

/** PIN for leaving a child's profile in the demo's family; printed with its password. */
export const demoPin = "2468";

/** Onboarding answers of the accounts for signing in, so that their weekly plan is personal. */
const answers: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  member: {
    account_type: ["myself"],
    levelV2: ["beginner"],
    level: ["beginner"],
    reason: ["return"],
    dance_goals_personal: ["confidence", "joy"],
    dance_energy: ["steady"],
    dance_habit: ["weekly"],
    dance_location: ["living-room"],
    num_of_days: ["3"],
    days_of_week: ["monday", "wednesday", "saturday"],
  },
  family: {
    account_type: ["family"],
    levelV2: ["absolute-beginner"],
    family_goal: ["together"],
    dance_energy: ["high"],
    dance_location: ["living-room"],
    num_of_days: ["2"],
    days_of_week: ["wednesday", "sunday"],
  },
};

/** Hashes the demo's PIN, outside the transaction. */
export const prepareFamilies = (ctx: Ctx): Promise<string> => hashPin(ctx, demoPin);

/** Seeds the profiles of the demo's family, and the demo accounts' onboarding answers. */
export async function seedDemoFamilies(tx: Tx, pinHash: string): Promise<void> {
  for (const person of demoPeople) {
    const given = answers[person.slug];
    if (given) await seedAnswers(tx, person.id, given);
    if (person.profiles.length === 0) continue;
    const members = person.profiles.map(({ id, name, kind }) => ({ id, name, isChild: kind === "child" }));
    await seedFamily(tx, { accountId: person.id, members, pinHash });
    for (const { id, level } of person.profiles) await seedAnswers(tx, id, { levelV2: [level] });
  }
}
