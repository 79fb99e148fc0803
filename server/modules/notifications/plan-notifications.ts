import { z } from "zod";
import { localeOf } from "../../../contract/locales.ts";
import { paths } from "../../../contract/urls.ts";
import type { Ctx } from "../../ctx.ts";
import { defineJob } from "../../platform/jobs/job.ts";
import { planOfToday } from "../practice/index.ts";
import { kinds } from "./kinds/index.ts";
import { listReachable } from "./store-plan.ts";
import { notify } from "./notify.ts";

/** Local hour at which people are notified. */
const notificationHour = 8;
const pageSize = 200;

/** Notifies everyone whose local time is in the morning of today's class in their plan. */
export const planNotificationsJob = defineJob({
  name: "notifications.tell_plans",
  schema: z.object({}),
  maxAttempts: 3,
  run: (ctx) => notifyPlans(ctx),
});

async function notifyPlans(ctx: Ctx): Promise<void> {
  const { inbox, push, email } = kinds.PlanOfTheDay.channels;
  let after = "00000000-0000-0000-0000-000000000000";
  for (;;) {
    const people = await listReachable(ctx.db, { after, first: pageSize, inbox, push, email });
    for (const { personId, timeZone, locale } of people) {
      const now = Temporal.Instant.fromEpochMilliseconds(ctx.clock.now().getTime()).toZonedDateTimeISO(
        timeZone,
      );
      if (now.hour !== notificationHour) continue;
      // Child profiles have only an inbox, which this kind doesn't use by default.
      const planned = await planOfToday(
        ctx,
        { personId, isChild: false },
        { timeZone, locale: localeOf(locale) },
      );
      if (!planned) continue;
      await ctx.transact((tx) =>
        notify(tx, {
          sourceId: `plan:${now.toPlainDate().toString()}`,
          people: [personId],
          kind: "PlanOfTheDay",
          groupKey: "plan",
          facts: { title: planned.title },
          path: paths.studioClass(planned.classId),
        }),
      );
    }
    if (people.length < pageSize) return;
    after = people.at(-1)!.personId;
  }
}
