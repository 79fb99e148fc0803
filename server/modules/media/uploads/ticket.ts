import { isSameText, keyedHash } from "../../../platform/signature.ts";
import { isUuid } from "../../../platform/uuid.ts";

/** What allows to send one file, once: the asset's id, signed. */
export const ticketFor = (assetId: string, secret: string): string =>
  `${assetId}.${keyedHash(secret, `upload|${assetId}`)}`;

/** The asset that a ticket is for; null when it isn't one of ours. */
export function readTicket(ticket: string, secret: string): string | null {
  const [assetId = ""] = ticket.split(".");
  return isUuid(assetId) && isSameText(ticket, ticketFor(assetId, secret)) ? assetId : null;
}
