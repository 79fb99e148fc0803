import { DomainError } from "../../../platform/errors.ts";
import { msg } from "../../../platform/i18n/messages.ts";

/** Something that is required before the opening is missing. `missing` lists the steps, separated by commas. */
export class OpeningIncomplete extends DomainError {
  constructor(missing: readonly string[]) {
    super("OPENING_INCOMPLETE", msg("Finish the required steps first. Nothing was opened."), {
      status: 409,
      details: { missing: missing.join(",") },
    });
  }
}

/** The SMTP server didn't take the test message. */
export class TestEmailFailed extends DomainError {
  constructor(cause: unknown) {
    super(
      "TEST_EMAIL_FAILED",
      msg("The mail server didn’t accept the message. Check SMTP_URL and MAIL_FROM, restart, and try again."),
      { status: 502, cause },
    );
  }
}
