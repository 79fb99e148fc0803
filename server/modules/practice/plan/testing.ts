import { expect } from "vitest";
import type pg from "pg";
import { createClass, createLibrary } from "../../../testing/factories.ts";
import type { TestPerson, TestServer } from "../../../testing/harness.ts";
import { addDays, dayOf, mondayOf, noonOf, weekdayOf } from "./days.ts";

/** A planned class as the API answers it. */
export interface Planned {
  id: string;
  date: string;
  reason: string;
  reasonKind: string;
  done: boolean;
  movedFrom: string | null;
  studioClass: { id: string; type: string; level: string; space: string };
}
export interface Plan {
  weekStart: string;
  classes: Planned[];
  skipped: Planned[];
  startNow: Planned | null;
  holidays: { from: string; to: string }[];
  settings: { minutes: number; startsAt: string | null };
}
const fields = `weekStart settings { minutes startsAt } holidays { from to }
  classes { ...P } skipped { ...P } startNow { ...P } `;
const fragment = `fragment P on PlannedClass { id date reason reasonKind done movedFrom studioClass { id type level space } }`;
/** The Monday of next week. */
export const nextMonday = addDays(mondayOf(dayOf(new Date())), 7);
/** Noon of that Monday, as the API has it. */
export const weekStart = noonOf(nextMonday).toISOString();

/** An answer to the survey: Monday, Wednesday and Saturday. */
export const threeDays = `a: setDanceCadencePreference(slugs: ["monday", "wednesday", "saturday"], daysPerWeek: 3) { id }`;
/** The weekdays of a plan's classes, 0 for Monday. */
export const weekdaysOf = (plan: Plan) => plan.classes.map(({ date }) => weekdayOf(date.slice(0, 10)));

/** Adds a class of each type, level and style, older than the plan's newest. */
export async function createPlanLibrary(pool: pg.Pool): Promise<void> {
  let sequence = 0;
  await createLibrary(pool);
  const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000);
  for (const type of ["choreography", "drill", "workout", "wellness"])
    for (const level of ["absolute-beginner", "beginner", "intermediate"])
      for (const style of ["hip-hop", "house"])
        await createClass(pool, {
          type,
          level,
          style,
          durationMs: 600_000,
          isPlayable: true,
          publishedAt: ago(24 * 30 + (sequence += 1)),
        });
  await pool.query(`update catalog.classes set space = 'spot' where type in ('drill', 'wellness')`);
  await pool.query(
    `update catalog.classes set space = 'room' where type = 'choreography' and level = 'beginner'`,
  );
}

/** What a dancer does with their plan through the API. */
export function planCalls(server: TestServer) {
  async function ask(as: TestPerson, variables: object = { weekStart }): Promise<Plan> {
    const { data, errors } = await server.graphql<{ weekPlan: Plan }>(
      `query ($weekStart: DateTime) { weekPlan(weekStart: $weekStart) { ${fields} } } ${fragment}`,
      variables,
      { as },
    );
    expect(errors).toEqual([]);
    return data!.weekPlan;
  }
  async function change(as: TestPerson, call: string, variables: object = {}, declared = "") {
    const { data, errors } = await server.graphql<{ plan: Plan }>(
      `mutation ${declared} { plan: ${call} { ${fields} } } ${fragment}`,
      variables,
      { as },
    );
    return { plan: data?.plan ?? null, errors };
  }
  async function dancer(answers: string): Promise<TestPerson> {
    const me = await server.anonymous();
    const { errors } = await server.graphql(`mutation { ${answers} }`, {}, { as: me });
    expect(errors).toEqual([]);
    return me;
  }
  return { ask, change, dancer };
}
