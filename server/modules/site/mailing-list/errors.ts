import { DomainError } from "../../../platform/errors.ts";
import { msg } from "../../../platform/i18n/messages.ts";

/** A link of the mailing list is damaged, too old, or its address left the list. */
export class MailingListLinkInvalid extends DomainError {
  constructor() {
    super("LINK_INVALID", msg("This link is damaged or too old. Send the form again."));
  }
}

/** The studio is open: there is nothing to wait for. */
export class MailingListClosed extends DomainError {
  constructor() {
    super("MAILING_LIST_CLOSED", msg("The studio is open. You can sign up now."), { status: 409 });
  }
}
