import { createHmac, timingSafeEqual } from "node:crypto";
import { isUuid } from "../../../platform/uuid.ts";

function sign(assetId: string, secret: string): Buffer {
  return createHmac("sha256", secret).update(`upload|${assetId}`).digest();
}

/** What allows to send one file, once: the asset's id, signed. */
export function ticketFor(assetId: string, secret: string): string {
  return `${assetId}.${sign(assetId, secret).toString("base64url")}`;
}

/** The asset that a ticket is for; null when it isn't one of ours. */
export function readTicket(ticket: string, secret: string): string | null {
  const [assetId = "", signature = ""] = ticket.split(".");
  if (!isUuid(assetId)) return null;
  const given = Buffer.from(signature, "base64url");
  const expected = sign(assetId, secret);
  return given.length === expected.length && timingSafeEqual(given, expected) ? assetId : null;
}
