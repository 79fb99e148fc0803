import { DomainError, Forbidden } from "../../platform/errors.ts";

/** New members may post few links within an hour. */
export class LinkLimit extends DomainError {
  constructor(most: number) {
    super("LINK_LIMIT", `${most} links an hour at most for now. Take one out, or come back later.`, {
      facts: { field: "text", most },
    });
  }
}

/** Too much said within an hour. */
export class PostLimit extends DomainError {
  constructor(most: number, retryAfterSeconds: number) {
    super("POST_LIMIT", `${most} an hour at most. What you wrote is still there; send it later.`, {
      facts: { most, retryAfterSeconds },
    });
  }
}

/** The same key came with something else before. */
export class IdempotencyKeyReused extends DomainError {
  constructor() {
    super("IDEMPOTENCY_KEY_REUSED", "This key belongs to another text. Send a new one.", {
      facts: { field: "idempotencyKey" },
    });
  }
}

/** Too many removals: the person may read, and nothing else, until then. */
export class CommunityPaused extends Forbidden {
  constructor(until: Date) {
    super(`You may read, and post again from ${until.toISOString().slice(0, 10)} on.`);
  }
}

/** This can't be done with how it stands now. */
export class IllegalTransition extends DomainError {
  constructor(message: string) {
    super("ILLEGAL_TRANSITION", message);
  }
}
