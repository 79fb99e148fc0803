import type { Tx } from "../../../ctx.ts";
import type { Card, MessageText } from "./content.ts";
import { addNotified, insertAnnouncement, setState } from "./store.ts";
import { claimRecipients, markOpened, recordNotified } from "./store-recipients.ts";

/** An announcement of the demo's past or a draft. */
export interface SeededAnnouncement {
  readonly id: string;
  readonly texts: Readonly<Record<string, MessageText>>;
  readonly cards: readonly Card[];
  /** When it was sent, to whom, and who opened it; null for a draft. */
  readonly sent: {
    readonly at: Date;
    readonly personIds: readonly string[];
    readonly openedBy: readonly string[];
  } | null;
}

/** Seeds an announcement, unless it is there. Its recipients get nothing now. */
export async function seedAnnouncement(
  tx: Tx,
  { id, texts, cards, sent }: SeededAnnouncement,
): Promise<void> {
  const now = sent?.at ?? tx.clock.now();
  const draft = { id, texts: JSON.stringify(texts), cards: JSON.stringify(cards), audience: "{}", now };
  if (!(await insertAnnouncement(tx.db, draft)) || !sent) return;
  const { at, openedBy } = sent;
  await setState(tx.db, { id, state: "sending", scheduledAt: null, startedAt: at });
  const personIds = await claimRecipients(tx.db, { messageId: id, personIds: sent.personIds, now: at });
  await recordNotified(tx.db, {
    messageId: id,
    notified: personIds.map((personId) => ({ personId, byInbox: true, byPush: false, emailId: null })),
  });
  for (const personId of openedBy) await markOpened(tx.db, { messageId: id, personId, now: at });
  await addNotified(tx.db, { id, notified: personIds.length, sentAt: at });
}
