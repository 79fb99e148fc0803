import { permissionsOf } from "../../../../contract/staff.ts";
import type { Ctx } from "../../../ctx.ts";
import { isUuid } from "../../../platform/uuid.ts";
import { requireViewer } from "../../identity/index.ts";
import type { ShownCard } from "./cards.ts";
import { findMessage } from "./store.ts";
import { isRecipient, markOpened } from "./store-recipients.ts";
import { contentOf, renderMessage } from "./notify-recipients.ts";

/** A message of the studio as its reader sees it. */
export interface ReceivedMessage {
  readonly id: string;
  readonly subject: string;
  /** Markdown. */
  readonly body: string;
  readonly cards: readonly ShownCard[];
}

/**
 * A message in the viewer's language; null for people it wasn't sent to, except staff who write messages.
 */
export async function messageOf(ctx: Ctx, id: string): Promise<ReceivedMessage | null> {
  if (!ctx.viewer) return null;
  const { personId, accountId, role } = ctx.viewer;
  const found = isUuid(id) ? await findMessage(ctx.db, id) : null;
  if (!found) return null;
  const isWriter = personId === accountId && permissionsOf(role).includes("sendMessages");
  if (!isWriter && !(await isRecipient(ctx.db, { messageId: found.id, personId }))) return null;
  const rendered = await renderMessage(ctx, contentOf(found), ctx.locale);
  return rendered && { id: found.id, ...rendered.text, cards: rendered.cards };
}

/**
 * Records that the viewer opened a message that was sent to them, and whether they followed one of its links. Idempotent.
 * @throws Unauthenticated
 */
export async function openMessage(ctx: Ctx, id: string, isClicked: boolean): Promise<void> {
  const { personId } = requireViewer(ctx);
  if (isUuid(id)) await markOpened(ctx.db, { messageId: id, personId, isClicked, now: ctx.clock.now() });
}
