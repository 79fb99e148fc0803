import { isDeepStrictEqual } from "node:util";
import { permissions } from "../../../../contract/staff.ts";
import type { Ctx, Tx } from "../../../ctx.ts";
import { BadInput, ChangedMeanwhile, NotFound } from "../../../platform/errors.ts";
import { inEnglish, msg } from "../../../platform/i18n/messages.ts";
import { isUuid } from "../../../platform/uuid.ts";
import { recordAuditEntry, requireConfirmedStaff, requireStaff } from "../../identity/index.ts";
import type { AudienceCount } from "../people/store.ts";
import { requireShown } from "./cards.ts";
import { readContent, requireComplete } from "./content.ts";
import type { GivenContent, MessageContent } from "./content.ts";
import { contentOf } from "./notify-recipients.ts";
import { countEarlier } from "./series-people.ts";
import {
  deleteStepRow,
  findStep,
  listSeries,
  listSteps,
  lockSeries,
  raiseVersion,
  saveStepRow,
  setSwitch,
} from "./store-series.ts";
import type { SeriesRow, StepRow } from "./store-series.ts";
import { findMessage } from "./store.ts";

export { seriesNames } from "./store-series.ts";
export type { SeriesRow, StepRow } from "./store-series.ts";

/** Most steps of a series, and longest delays. */
const limits = { steps: 10, days: 365, years: 50 } as const;

/** All series in their usual order, for editors. @throws NotFound, Unauthenticated */
export async function allSeries(ctx: Ctx): Promise<SeriesRow[]> {
  requireStaff(ctx, ...permissions.sendMessages);
  return listSeries(ctx.db);
}

/** A series, for editors. @throws NotFound, Unauthenticated */
export async function readSeries(ctx: Ctx, id: string): Promise<SeriesRow> {
  const found = (await allSeries(ctx)).find((one) => one.id === id);
  if (!found) throw new NotFound("series");
  return found;
}

/** The steps of a series, the earliest first. The caller has checked that the viewer writes messages. */
export const stepsOf = (ctx: Ctx, { id }: SeriesRow): Promise<StepRow[]> => listSteps(ctx.db, id);

/**
 * How many people joined, began a trial, danced last or left before now, and would get a step of a series if it were for them too. The
 * caller has checked that the viewer writes messages.
 */
export async function earlierPeople(ctx: Ctx, series: SeriesRow): Promise<AudienceCount> {
  const steps = await stepsOf(ctx, series);
  const delay = Math.max(0, ...steps.map((step) => step.delay));
  return countEarlier(ctx.db, { series: series.id, delay, now: ctx.clock.now() });
}

/** A series whose version a client saw. */
interface Seen {
  readonly series: string;
  readonly version: number;
}

/** Changes a series that a client saw in a version, and records it in the audit log. @throws ChangedMeanwhile */
async function change(
  ctx: Ctx,
  { id, version }: SeriesRow,
  action: `studio.series_${"saved" | "switched_off" | "switched_on"}`,
  apply: (tx: Tx) => Promise<void>,
  details: Readonly<Record<string, unknown>> = {},
): Promise<SeriesRow> {
  await ctx.transact(async (tx) => {
    await lockSeries(tx.db);
    if (!(await raiseVersion(tx.db, { id, version }))) throw new ChangedMeanwhile();
    await apply(tx);
    await recordAuditEntry(tx, { action, subject: `series:${id}`, details });
  });
  return readSeries(ctx, id);
}

/** The series that a client saw, for a change of its steps; one that is on, for editors who confirmed their identity. */
async function readSeen(ctx: Ctx, { series, version }: Seen): Promise<SeriesRow> {
  const found = await readSeries(ctx, series);
  if (found.switchedOnAt) await requireConfirmedStaff(ctx, ...permissions.sendMessages);
  return { ...found, version };
}

async function requireFit(ctx: Ctx, content: MessageContent): Promise<void> {
  requireComplete(content, ctx.studio.locale);
  await requireShown(ctx, content.cards, ctx.clock.now());
}

/**
 * Saves a step of a series. A new one has an id of the client's. For editors; while the series is on, for those who confirmed their
 * identity, and only a step that can be sent.
 * @throws BadInput by field, ChangedMeanwhile, ConfirmationNeeded, NotFound, Unauthenticated
 */
export async function saveStep(
  ctx: Ctx,
  given: Seen & GivenContent & { readonly id: string; readonly delay: number },
): Promise<SeriesRow> {
  const series = await readSeen(ctx, given);
  const { id, delay } = given;
  if (!isUuid(id)) throw new BadInput("id", inEnglish("Send a UUID."));
  const isYears = series.id === "anniversary";
  const [min, max] = isYears ? [1, limits.years] : [series.id === "away" ? 1 : 0, limits.days];
  if (delay < min || delay > max)
    throw new BadInput("delay", msg("Choose a number from {min} to {max}.", { min, max }));
  const content = readContent(given);
  if (series.switchedOnAt) await requireFit(ctx, content);
  const others = (await stepsOf(ctx, series)).filter((step) => step.id !== id);
  if (others.some((step) => step.delay === delay))
    throw new BadInput("delay", msg("Another step of this series is sent then."));
  if (others.length >= limits.steps)
    throw new BadInput("id", msg("A series has at most {max} steps.", { max: limits.steps }));
  const known = await findMessage(ctx.db, id);
  const step = known && (await findStep(ctx.db, id));
  if (known && step?.series !== series.id) throw new NotFound("step");
  // The answer to an earlier request was lost: nothing changes, and no one else's edit is lost.
  if (step?.delay === delay && isDeepStrictEqual(contentOf(step), content)) return readSeries(ctx, series.id);
  return change(ctx, series, "studio.series_saved", (tx) =>
    saveStepRow(tx.db, {
      id,
      seriesId: series.id,
      delay,
      texts: JSON.stringify(content.texts),
      cards: JSON.stringify(content.cards),
      now: tx.clock.now(),
    }),
  );
}

/**
 * Deletes a step: it isn't sent any more. Those who got it can still open it by its email; one that no one got is deleted whole.
 * @throws ChangedMeanwhile, ConfirmationNeeded, NotFound, Unauthenticated
 */
export async function deleteStep(ctx: Ctx, given: Seen & { readonly id: string }): Promise<SeriesRow> {
  const series = await readSeen(ctx, given);
  const step = isUuid(given.id) ? await findStep(ctx.db, given.id) : null;
  if (step?.series !== series.id) throw new NotFound("step");
  return change(ctx, series, "studio.series_saved", (tx) => deleteStepRow(tx.db, step.id));
}

/**
 * Switches a series on or off. It is for those who join, begin a trial, dance last or leave from now on; with `includesEarlier`, for those
 * who did before too, as far as their steps aren't due yet. For editors who confirmed their identity.
 * @throws BadInput naming what is missing, ChangedMeanwhile, ConfirmationNeeded, NotFound, Unauthenticated
 */
export async function switchSeries(
  ctx: Ctx,
  given: Seen & { readonly isOn: boolean; readonly includesEarlier: boolean },
): Promise<SeriesRow> {
  await requireConfirmedStaff(ctx, ...permissions.sendMessages);
  const found = await readSeries(ctx, given.series);
  const series = { ...found, version: given.version };
  if (!given.isOn)
    return change(ctx, series, "studio.series_switched_off", (tx) =>
      setSwitch(tx.db, { id: series.id, switchedOnAt: null, reachesFrom: null }),
    );
  const steps = await stepsOf(ctx, series);
  if (steps.length === 0) throw new BadInput("isOn", msg("Add a step first."));
  for (const step of steps) await requireFit(ctx, contentOf(step));
  const { includesEarlier } = given;
  return change(
    ctx,
    series,
    "studio.series_switched_on",
    async (tx) => {
      const now = tx.clock.now();
      await setSwitch(tx.db, {
        id: series.id,
        switchedOnAt: now,
        reachesFrom: includesEarlier ? null : now,
      });
    },
    { includesEarlier },
  );
}
