import type { Tx } from "../../../ctx.ts";
import type { Card, MessageText } from "./content.ts";
import { addNotified, insertAnnouncement, setState } from "./store.ts";
import { listSteps, setSwitch } from "./store-series.ts";
import type { SeriesName } from "./store-series.ts";
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
  await setState(tx.db, { id, state: "sending", scheduledAt: null, startedAt: sent.at });
  const notified = await seedRecipients(tx, id, sent);
  await addNotified(tx.db, { id, notified, sentAt: sent.at });
}

/** @returns how many hadn't got the message before */
async function seedRecipients(
  tx: Tx,
  messageId: string,
  { at, personIds, openedBy }: NonNullable<SeededAnnouncement["sent"]>,
): Promise<number> {
  const claimed = await claimRecipients(tx.db, { messageId, personIds, now: at });
  await recordNotified(tx.db, {
    messageId,
    notified: claimed.map((personId) => ({ personId, byInbox: true, byPush: false, emailId: null })),
  });
  for (const personId of openedBy)
    await markOpened(tx.db, { messageId, personId, isClicked: false, now: at });
  return claimed.length;
}

/** Switches a series on, whose first step people got. */
export async function seedSeries(
  tx: Tx,
  { id, sent }: { readonly id: SeriesName; readonly sent: NonNullable<SeededAnnouncement["sent"]> },
): Promise<void> {
  await setSwitch(tx.db, { id, switchedOnAt: sent.at, reachesFrom: sent.at });
  const [step] = await listSteps(tx.db, id);
  if (!step) return;
  const notified = await seedRecipients(tx, step.id, sent);
  await addNotified(tx.db, { id: step.id, notified, sentAt: null });
}
