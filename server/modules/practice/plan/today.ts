import type { Locale } from "../../../../contract/locales.ts";
import type { Ctx } from "../../../ctx.ts";
import { classTitles } from "../../catalog/index.ts";
import { dayOf } from "./days.ts";
import { showWeek, workOutWeek } from "./week.ts";
import type { PlanOwner } from "./week.ts";

/** A person's next class today, with its title in their language; null without a tailored plan, and on a day off. */
export async function planOfToday(
  ctx: Ctx,
  owner: PlanOwner,
  { timeZone, locale }: { timeZone: string; locale: Locale },
): Promise<{ title: string; classId: string } | null> {
  const plan = await showWeek(ctx, await workOutWeek(ctx, owner, { weekStart: null, timeZone }));
  if (!plan.isTailored) return null;
  const next = plan.classes.find(({ done, date }) => !done && dayOf(date) === plan.today);
  if (!next) return null;
  const { studioClass } = next;
  const titles = await classTitles(ctx, [studioClass], locale);
  return { title: titles.get(studioClass.id)!, classId: studioClass.slug };
}
