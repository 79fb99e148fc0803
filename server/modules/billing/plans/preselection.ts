import type { Ctx } from "../../../ctx.ts";
import { BadInput } from "../../../platform/errors.ts";
import { msg } from "../../../platform/i18n/messages.ts";
import { defineSubject, emptyValue, requireUnvaried, variantOf } from "../../growth/index.ts";
import type { ShownExperiment, VariantValue } from "../../growth/index.ts";
import { changeSettings, guardSettings, savedSettings } from "../../site/index.ts";

/** Whose plan the checkout preselects, unless a link names one. */
export interface Preselection {
  /** Null: the best value, else a yearly plan. */
  readonly interval: VariantValue["interval"];
  readonly experiment: ShownExperiment | null;
}

defineSubject({
  subject: "checkout_interval",
  unavailable: msg("Open the studio first."),
  control: async ({ db, studio }) =>
    studio.isOpen ? { ...emptyValue, interval: (await savedSettings(db)).preselectedInterval } : null,
  read: (_at, { interval }) => {
    if (!interval) throw new BadInput("value.interval", msg("Choose an interval."));
    return { ...emptyValue, interval };
  },
  apply: (tx, { interval }) => changeSettings(tx, { preselectedInterval: interval }),
});

guardSettings(async (tx, before, after) => {
  if (before.preselectedInterval !== after.preselectedInterval)
    await requireUnvaried(tx, "checkout_interval");
});

/** The viewer's preselection. */
export async function preselection(ctx: Ctx): Promise<Preselection> {
  const found = await variantOf(ctx, "checkout_interval");
  const isB = found?.shown.variant === "variant-b";
  return {
    interval: (isB ? found.value?.interval : null) ?? ctx.studio.preselectedInterval,
    experiment: found?.shown ?? null,
  };
}
