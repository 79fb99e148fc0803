import { z } from "zod";
import { DomainError } from "../../platform/errors.ts";

const form = z.email().max(254);
/** Domains that lead nowhere (RFC 2606): our own placeholders are there. */
const nowhere = /\.invalid$/;

/** An e-mail address as it is kept. @throws DomainError INVALID_EMAIL */
export function addressOf(typed: string): string {
  const address = typed.trim().toLowerCase();
  if (!form.safeParse(address).success || nowhere.test(address))
    throw new DomainError("INVALID_EMAIL", "This isn't an e-mail address.", { facts: { field: "email" } });
  return address;
}
