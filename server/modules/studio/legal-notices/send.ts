import { z } from "zod";
import { dayIn } from "../../../../contract/formats/time-zones.ts";
import { legalPageKinds } from "../../../../contract/legal-pages.ts";
import type { Ctx, Tx } from "../../../ctx.ts";
import { defineJob } from "../../../platform/jobs/job.ts";
import { mailPerson } from "../../identity/index.ts";
import { legalNoticeEmail } from "./email.ts";
import type { LegalNoticeProps } from "./email.ts";
import {
  advanceNotice,
  insertNoticeRecipients,
  listNoticeReaders,
  listNoticesLocked,
  noticeAudiences,
} from "./store.ts";
import type { NoticeReader } from "./store.ts";

/** People told per transaction. */
const pageSize = 100;
/** Behind the emails of earlier pages, so that the queue never holds those of many pages. */
const priority = 6;

const page = z.object({
  kind: z.enum(legalPageKinds),
  version: z.int(),
  audience: z.enum(noticeAudiences),
  /** The version's first day, in the studio's time zone: YYYY-MM-DD. */
  validFrom: z.iso.date(),
  /** The last person of the page before. */
  after: z.object({ position: z.string(), id: z.uuid() }).nullable(),
});
type Page = z.infer<typeof page>;

/** Key of a notice's first page. */
export const sendingKey = ({
  kind,
  version,
  audience,
}: Pick<Page, "audience" | "kind" | "version">): string =>
  `studio.send_legal_notice:${kind}:${version}:${audience}`;

/** Emails one page of a notice's readers, then enqueues the next page. */
export const sendLegalNoticeJob = defineJob<Page>({
  name: "studio.send_legal_notice",
  schema: page,
  maxAttempts: 12,
  run: sendPage,
});
async function sendPage(ctx: Ctx, { after, ...notice }: Page): Promise<void> {
  const { kind, version, audience, validFrom } = notice;
  const of = { kind, version };
  await ctx.transact(async (tx) => {
    // Pages of all notices of a version take turns, also on several servers.
    const notices = await listNoticesLocked(tx.db, of);
    if (notices.find((one) => one.audience === audience)?.sentAt !== null) return;
    const now = tx.clock.now();
    const readers = await listNoticeReaders(tx.db, audience, { ...of, now, after, first: pageSize });
    const notified = await mailReaders(tx, readers, {
      ...of,
      validFrom,
      isInForce: validFrom <= dayIn(now, tx.studio.timeZone),
    });
    const last = readers.length === pageSize ? readers.at(-1)! : null;
    await advanceNotice(tx.db, { ...of, audience, notified, sentAt: last ? null : now });
    if (last)
      await tx.enqueue(
        sendLegalNoticeJob,
        { ...notice, after: { position: last.position, id: last.id } },
        { key: `${sendingKey(notice)}:${last.id}`, priority },
      );
  });
}

/** @returns how many got an email: those with an address that may be written to */
async function mailReaders(
  tx: Tx,
  readers: readonly NoticeReader[],
  props: LegalNoticeProps,
): Promise<number> {
  const personIds: string[] = [];
  const emailIds: string[] = [];
  for (const { id } of readers) {
    const emailId = await mailPerson(tx, { personId: id, email: legalNoticeEmail(props), isBulk: true });
    if (!emailId) continue;
    personIds.push(id);
    emailIds.push(emailId);
  }
  const { kind, version } = props;
  await insertNoticeRecipients(tx.db, { kind, version, personIds, emailIds, now: tx.clock.now() });
  return personIds.length;
}
