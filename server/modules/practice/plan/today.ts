import type { Ctx } from "../../../ctx.ts";
import { dayOf } from "./days.ts";
import { showWeek, workOutWeek } from "./week.ts";
import type { PlanOwner } from "./week.ts";

/** What a person's plan has for today and isn't danced yet; null without a plan of their own, and on a day of rest. */
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
