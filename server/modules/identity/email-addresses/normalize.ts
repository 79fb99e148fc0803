import { z } from "zod";
import { DomainError } from "../../../platform/errors.ts";
import { msg } from "../../../platform/i18n/messages.ts";

const form = z.email().max(254);
/** A reserved top-level domain (RFC 2606), which our own placeholders use. */
const reservedDomain = /\.invalid$/;

/**
 * Normalizes an email address.
 * @throws DomainError INVALID_EMAIL
 */
export function addressOf(typed: string): string {
  const address = typed.trim().toLowerCase();
  if (!form.safeParse(address).success || reservedDomain.test(address))
    throw new DomainError("INVALID_EMAIL", msg("Enter a valid email."), { details: { field: "email" } });
  return address;
}
