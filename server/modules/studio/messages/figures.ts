import { z } from "zod";
import type { Ctx } from "../../../ctx.ts";
import { defineJob } from "../../../platform/jobs/job.ts";
import { deleteInBatches } from "../../../platform/jobs/retention.ts";
import { deleteRecipients, listUncounted, saveFigures } from "./store-figures.ts";
import { findFigures } from "./store-recipients.ts";
import type { MessageFigures } from "./store-recipients.ts";
import type { MessageRow } from "./store.ts";

/** Days that the recipients of an announcement are kept: a little less than the emails that its figures count. */
export const recipientDays = 360;
const dayMs = 24 * 3_600_000;
/** Announcements that are counted at once. */
const atOnce = 50;

const count = z.int();
const storedFigures = z.object({
  byInbox: count,
  byPush: count,
  byEmail: count,
  delivered: count,
  bounced: count,
  complained: count.default(0),
  opened: count,
  clicked: count.default(0),
  danced: count,
  cameBack: count,
});

/** How many people a step of a series reached in the last 360 days, in which its emails are kept, and what became of it. */
export const figuresOfStep = (ctx: Ctx, id: string): Promise<MessageFigures> =>
  findFigures(ctx.db, id, new Date(ctx.clock.now().getTime() - recipientDays * dayMs));

/** How many people an announcement reached, and what became of it. */
export const figuresOf = async (ctx: Ctx, { id, figures }: MessageRow): Promise<MessageFigures> =>
  figures === null ? findFigures(ctx.db, id) : storedFigures.parse(figures);

/** Deletes the recipients of old announcements, whose figures stay. Idempotent. */
export const forgetRecipientsJob = defineJob({
  name: "studio.forget_recipients",
  schema: z.object({}),
  maxAttempts: 3,
  run: async (ctx, _payload, { signal }) => {
    const before = new Date(ctx.clock.now().getTime() - recipientDays * dayMs);
    let found: string[];
    do {
      signal.throwIfAborted();
      found = await listUncounted(ctx.db, { before, first: atOnce });
      for (const id of found)
        await saveFigures(ctx.db, { id, figures: JSON.stringify(await findFigures(ctx.db, id)) });
    } while (found.length === atOnce);
    await deleteInBatches(ctx.db, deleteRecipients, {}, signal);
  },
});
