import { BadInput, DomainError } from "../../errors.ts";
import { inEnglish } from "../../i18n/messages.ts";

/** The signature or the password doesn't fit, or the event is a replay. */
export class WebhookRefused extends DomainError {
  constructor() {
    super("UNAUTHENTICATED", inEnglish("The webhook's signature or password doesn't fit."), { status: 401 });
  }
}

/** The error of an authentic webhook that isn't what its service documents. */
export const unreadable = () =>
  new BadInput("body", inEnglish("This isn't an event that the server can read."));

/** The JSON of a body. @throws BadInput */
export function jsonOf(body: unknown): unknown {
  try {
    return JSON.parse(String(body));
  } catch {
    throw unreadable();
  }
}
