import { DomainError, Forbidden } from "../../platform/errors.ts";
import { msg, inEnglish } from "../../platform/i18n/messages.ts";
import type { Message } from "../../platform/i18n/messages.ts";

/** The limit for links in a new member's posts within an hour is reached. */
export class LinkLimit extends DomainError {
  constructor(most: number) {
    super(
      "LINK_LIMIT",
      msg("New members can post {most} links an hour. Remove one, or try again later.", { most }),
      {
        details: { field: "text", most },
      },
    );
  }
}

/** The limit for posts and comments within an hour is reached. */
export class PostLimit extends DomainError {
  constructor(most: number, retryAfterSeconds: number) {
    super(
      "POST_LIMIT",
      msg("You’ve reached the limit of {most} an hour. Your text is still here. Try again later.", { most }),
      {
        details: { most, retryAfterSeconds },
      },
    );
  }
}

/** The idempotency key was used before with other content. */
export class IdempotencyKeyReused extends DomainError {
  constructor() {
    super(
      "IDEMPOTENCY_KEY_REUSED",
      inEnglish("This idempotency key was used with different text. Use a new one."),
      {
        details: { field: "idempotencyKey" },
      },
    );
  }
}

/** After repeated removals, the account may only read until then. */
export class CommunityPaused extends Forbidden {
  constructor(until: Date) {
    super(
      msg("Posting is paused until {until}. You can still read.", {
        until: until.toISOString().slice(0, 10),
      }),
    );
  }
}

/** The transition isn't allowed in the current state. */
export class IllegalTransition extends DomainError {
  constructor(message: Message) {
    super("ILLEGAL_TRANSITION", message);
  }
}
