import type { LegalPageKind } from "../../../../contract/legal-pages.ts";
import type { Ctx } from "../../../ctx.ts";
import { recordAuditEntry, requireConfirmedStaff, requireStaff } from "../../identity/index.ts";
import { announceLegalPage } from "../../site/index.ts";
export { noticeAudiences } from "./store.ts";
import { sendLegalNoticeJob, sendingKey } from "./send.ts";
import { countNoticeReaders, insertNoticeRow, listNotices, noticeAudiences } from "./store.ts";
import type { NoticeAudience, NoticeCount, NoticeRow } from "./store.ts";

/** What there is to know before a notice is sent, and what became of it. */
export interface LegalNotice extends NoticeCount {
  readonly audience: NoticeAudience;
  /** Null while it wasn't sent. */
  readonly sent: NoticeRow | null;
}

async function noticesOf(ctx: Ctx, of: { kind: LegalPageKind; version: number }): Promise<LegalNotice[]> {
  const known = await listNotices(ctx.db, of);
  const now = ctx.clock.now();
  return Promise.all(
    noticeAudiences.map(async (audience) => ({
      audience,
      sent: known.find((one) => one.audience === audience) ?? null,
      ...(await countNoticeReaders(ctx.db, audience, { ...of, now })),
    })),
  );
}

/** The notices of a version, one for each audience, with how many people it would reach now. For admins. @throws NotFound, Unauthenticated */
export async function legalNotices(
  ctx: Ctx,
  of: { kind: LegalPageKind; version: number },
): Promise<LegalNotice[]> {
  requireStaff(ctx);
  return noticesOf(ctx, of);
}

/**
 * Emails an audience that a version holds from its day on, each person once, with an audit entry. Idempotent.
 * @throws BadInput for a version that another one replaced, ConfirmationNeeded, NotFound, Unauthenticated
 */
export async function sendLegalNotice(
  ctx: Ctx,
  notice: { kind: LegalPageKind; version: number; audience: NoticeAudience },
): Promise<LegalNotice[]> {
  await requireConfirmedStaff(ctx);
  const { kind, version, audience } = notice;
  await ctx.transact(async (tx) => {
    const { validFrom } = await announceLegalPage(tx, { kind, version });
    if (!(await insertNoticeRow(tx.db, { kind, version, audience, now: tx.clock.now() }))) return;
    await tx.enqueue(sendLegalNoticeJob, { ...notice, validFrom, after: null }, { key: sendingKey(notice) });
    await recordAuditEntry(tx, {
      action: "studio.legal_notice_sent",
      subject: `legal:${kind}`,
      details: { version, validFrom, audience },
    });
  });
  await ctx.refreshStudio();
  return noticesOf(ctx, { kind, version });
}
