import type { Ctx } from "../../../ctx.ts";
import { dayOf } from "./days.ts";
import { showWeek, workOutWeek } from "./week.ts";
import type { PlanOwner } from "./week.ts";

/** A person's remaining sessions today; null without a tailored plan, and on a day off. */
export async function planOfToday(
  ctx: Ctx,
  owner: PlanOwner,
  timeZone: string,
): Promise<{ title: string; classId: string } | null> {
  const plan = await showWeek(ctx, await workOutWeek(ctx, owner, { weekStart: null, timeZone }));
  if (!plan.isTailored) return null;
  const next = plan.classes.find(({ done, date }) => !done && dayOf(date) === plan.today);
  return next ? { title: next.studioClass.title, classId: next.studioClass.slug } : null;
}
