import { isSameText, keyedHash } from "../../../platform/signature.ts";
import { isUuid } from "../../../platform/uuid.ts";

/** Path of the tus endpoint. */
export const uploadsPath = "/uploads";

/** Authorizes one upload: the asset's id, signed. */
export const ticketFor = (assetId: string, secret: string): string =>
  `${assetId}.${keyedHash(secret, `upload|${assetId}`)}`;

/** The asset of a ticket; null if the signature is invalid. */
export function readTicket(ticket: string, secret: string): string | null {
  const [assetId = ""] = ticket.split(".");
  return isUuid(assetId) && isSameText(ticket, ticketFor(assetId, secret)) ? assetId : null;
}
