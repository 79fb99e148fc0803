import { DomainError, Forbidden } from "../../platform/errors.ts";

/** The limit for links in a new member's posts within an hour is reached. */
export class LinkLimit extends DomainError {
  constructor(most: number) {
    super("LINK_LIMIT", `${most} links an hour at most for now. Take one out, or come back later.`, {
      facts: { field: "text", most },
    });
  }
}

/** The limit for posts and comments within an hour is reached. */
export class PostLimit extends DomainError {
  constructor(most: number, retryAfterSeconds: number) {
    super("POST_LIMIT", `${most} an hour at most. What you wrote is still there; send it later.`, {
      facts: { most, retryAfterSeconds },
    });
  }
}

/** The idempotency key was used before with other content. */
export class IdempotencyKeyReused extends DomainError {
  constructor() {
    super("IDEMPOTENCY_KEY_REUSED", "This key belongs to another text. Send a new one.", {
      facts: { field: "idempotencyKey" },
    });
  }
}

/** After repeated removals, the account may only read until then. */
export class CommunityPaused extends Forbidden {
  constructor(until: Date) {
    super(`You may read, and post again from ${until.toISOString().slice(0, 10)} on.`);
  }
}

/** The transition isn't allowed in the current state. */
export class IllegalTransition extends DomainError {
  constructor(message: string) {
    super("ILLEGAL_TRANSITION", message);
  }
}
