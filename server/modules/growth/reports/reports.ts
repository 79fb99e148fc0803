import type { Ctx } from "../../../ctx.ts";
import { csvLine } from "../../../platform/csv.ts";
import { BadInput } from "../../../platform/errors.ts";
import { requireConfirmedStaff, requireStaff, requireViewer } from "../../identity/index.ts";
import { readExperiment } from "../experiments/results.ts";
import { listAttribution, listFunnel, listSurveyAnswers } from "./store.ts";
import type { AttributionRow, FunnelKey, FunnelRow, SurveyAnswerRow, TouchKind } from "./store.ts";
import { inEnglish, msg } from "../../../platform/i18n/messages.ts";

export { funnelKeys, touchKinds } from "./store.ts";
export type { AttributionRow, FunnelKey, FunnelRow, SurveyAnswerRow, TouchKind } from "./store.ts";

const dayMs = 24 * 60 * 60 * 1000;

function periodOf(ctx: Ctx, days: number): { from: Date; to: Date } {
  requireViewer(ctx);
  requireStaff(ctx);
  if (!Number.isInteger(days) || days < 1 || days > 366)
    throw new BadInput("days", msg("Choose a period of 1 to 366 days."));
  const to = ctx.clock.now();
  return { from: new Date(to.getTime() - days * dayMs), to };
}

/**
 * Funnel of people who first came within the last `days` and consented to be counted. A later step counts for the
 * earlier ones too; week 4 is of payers.
 * @param experimentId experiment to group by, for `variant`: one whose result may be read
 * @throws NotFound for non-admins and for an unknown experiment, BadInput
 */
export async function funnel(
  ctx: Ctx,
  given: { days: number; by: FunnelKey; experimentId: string | null },
): Promise<FunnelRow[]> {
  const period = periodOf(ctx, given.days);
  if (given.by === "variant" && !given.experimentId)
    throw new BadInput("experimentId", inEnglish("variant requires experiment."));
  if (given.by === "variant" && !(await readExperiment(ctx, given.experimentId!)).isReadable)
    throw new BadInput(
      "experimentId",
      msg("The result appears once each variant reached the planned number of people."),
    );
  return listFunnel(ctx.db, given.by, { ...period, experimentId: given.experimentId });
}

/**
 * Attribution of people who first came within the last `days`, by the first touch or the last before their trial or
 * payment, and by their survey answers.
 * @throws NotFound for non-admins, BadInput
 */
export async function attribution(
  ctx: Ctx,
  { days, touch }: { days: number; touch: TouchKind },
): Promise<{ touches: AttributionRow[]; said: SurveyAnswerRow[] }> {
  const period = periodOf(ctx, days);
  const [touches, said] = await Promise.all([
    listAttribution(ctx.db, touch, period),
    listSurveyAnswers(ctx.db, touch, period),
  ]);
  return { touches, said };
}

/**
 * The funnel as CSV. @see funnel
 * @throws ConfirmationNeeded
 */
export async function funnelCsv(ctx: Ctx, given: Parameters<typeof funnel>[1]): Promise<string> {
  await requireConfirmedStaff(ctx);
  const rows = await funnel(ctx, given);
  return [
    csvLine([given.by, "visits", "onboarding", "checkout", "trial", "paid", "week_4"]),
    ...rows.map((row) =>
      csvLine([row.key, row.visits, row.onboarding, row.checkout, row.trial, row.paid, row.week4]),
    ),
  ].join("");
}

/**
 * Attribution and survey answers as CSV. @see attribution
 * @throws ConfirmationNeeded
 */
export async function attributionCsv(ctx: Ctx, given: Parameters<typeof attribution>[1]): Promise<string> {
  await requireConfirmedStaff(ctx);
  const { touches, said } = await attribution(ctx, given);
  return [
    csvLine(["said", "source", "medium", "campaign", "people", "trials", "paid"]),
    ...touches.map((row) =>
      csvLine([null, row.source, row.medium, row.campaign, row.people, row.trials, row.paid]),
    ),
    ...said.map((row) => csvLine([row.said, row.source, null, null, row.people, row.trials, row.paid])),
  ].join("");
}
