import type { Ctx } from "../../../ctx.ts";
import { rejectCardNumbers } from "../../../platform/card-numbers.ts";
import { BadInput, NotFound, RateLimited } from "../../../platform/errors.ts";
import { readText } from "../../../platform/text.ts";
import { personLoader, requireViewer } from "../../identity/index.ts";
import { muteReported } from "../../profiles/index.ts";
import { findContent } from "../likes.ts";
import { hidesFrom, maxReports } from "../limits.ts";
import { uuidOf } from "../people.ts";
import { countReportsOf, reportCase, saveReport } from "./store-cases.ts";
import type { ContentType, ReportReason } from "./store-cases.ts";
import { notifyTopic } from "../topics.ts";
import { msg } from "../../../platform/i18n/messages.ts";

const dayMs = 24 * 60 * 60 * 1000;
const maxDetailsLength = 1000;

/** The author of content, or the reported person. @throws NotFound */
async function ownerOf(
  ctx: Ctx,
  contentType: ContentType,
  id: string,
): Promise<{ id: string; subjectId: string | null; ownerId: string }> {
  const found = uuidOf(id);
  if (contentType !== "user") {
    const content = await findContent(ctx, contentType, id);
    const subjectId = "subjectId" in content ? content.subjectId : null;
    return { id: content.id, subjectId, ownerId: content.author!.id };
  }
  const person = found ? await personLoader(ctx).load(found) : null;
  if (!person || person.isAnonymous) throw new NotFound("person");
  return { id: person.id, subjectId: null, ownerId: person.id };
}

/**
 * Reports content or a person: hides it from the reporter and opens a case. Idempotent.
 * @throws NotFound, BadInput for own content, RateLimited after 20 a day
 */
export async function report(
  ctx: Ctx,
  given: { contentType: ContentType; id: string; reason: ReportReason; details?: string | null | undefined },
): Promise<void> {
  const { accountId: reporterId } = requireViewer(ctx);
  const details = readText(given.details ?? "", "details", maxDetailsLength) || null;
  rejectCardNumbers(details, "details");
  const { contentType, reason } = given;
  const { id: contentId, subjectId, ownerId } = await ownerOf(ctx, contentType, given.id);
  if (ownerId === reporterId) throw new BadInput("id", msg("This is yours. You can delete it instead."));
  await ctx.transact(async (tx) => {
    const now = tx.clock.now();
    const today = await countReportsOf(tx.db, reporterId, new Date(now.getTime() - dayMs));
    const isMembers = ctx.viewer?.isAnonymous === false;
    if (!(await saveReport(tx.db, { contentType, contentId, reporterId, reason, details, isMembers, now })))
      return;
    if (today >= maxReports)
      throw new RateLimited(
        60 * 60,
        msg("You’ve reached the limit of {maxReports} reports a day. You can also mute or block people.", {
          maxReports,
        }),
      );
    await reportCase(tx.db, { contentType, contentId, personId: ownerId, now, hidesFrom });
    notifyTopic(tx, { id: contentId, subjectId });
    if (contentType === "user") await muteReported(tx, { personId: reporterId, otherId: ownerId });
  });
}
