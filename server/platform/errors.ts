import { sourceLocale } from "../../contract/locales.ts";
import { msg, translate } from "./i18n/messages.ts";
import type { Message } from "./i18n/messages.ts";

/** Values from which the client builds its message. Never a secret, a token or personal data. */
export type ErrorDetails = Readonly<Record<string, string | number | boolean | null>>;

/**
 * An expected error that the person or the client can act on. GraphQL clients get it as `errors[].extensions.code` with the
 * details beside the code. HTTP clients get `{error: {code, message, …details}}`. Any other error is a fault, which is logged with
 * the request id and masked.
 */
export class DomainError extends Error {
  /** Upper-case words joined by underscores, as in the GraphQL contract. */
  readonly code: string;
  /** What to do, for the person; `message` is its English. */
  readonly text: Message;
  readonly details: ErrorDetails;
  /** HTTP status of routes other than GraphQL. */
  readonly status: number;

  constructor(
    code: string,
    text: Message,
    options: { details?: ErrorDetails; status?: number; cause?: unknown } = {},
  ) {
    super(translate(text, sourceLocale), options.cause === undefined ? undefined : { cause: options.cause });
    this.text = text;
    this.name = new.target.name;
    this.code = code;
    this.details = options.details ?? {};
    this.status = options.status ?? 400;
  }
}

/** A valid access token is required and missing. The client refreshes it and retries once. */
export class Unauthenticated extends DomainError {
  constructor(message = msg("Your session has ended. Sign in again.")) {
    super("UNAUTHENTICATED", message, { status: 401 });
  }
}

/** The viewer is authenticated but not authorized. */
export class Forbidden extends DomainError {
  constructor(message = msg("This account doesn’t have permission to do that.")) {
    super("FORBIDDEN", message, { status: 403 });
  }
}

/** Staff who see the pages of a member change nothing. */
export class ReadOnly extends DomainError {
  constructor() {
    super("READ_ONLY", msg("You see this as a member. Nothing can be changed."), { status: 403 });
  }
}

/** The minutes in which staff see the pages of a member are over. */
export class SeeAsEnded extends DomainError {
  constructor() {
    super("SEE_AS_ENDED", msg("Your view as this member has ended."), { status: 403 });
  }
}

/** A guest called an operation that needs a registered account. */
export class RegistrationRequired extends DomainError {
  constructor(message = msg("Sign up first. Your progress is saved.")) {
    super("REGISTRATION_REQUIRED", message, { status: 403 });
  }
}

const notFoundTexts: Readonly<Record<string, Message>> = {
  account: msg("Account not found."),
  calendar: msg("Calendar not found."),
  captions: msg("Captions not found."),
  category: msg("Category not found."),
  certificate: msg("Certificate not found."),
  challenge: msg("Challenge not found."),
  class: msg("Class not found."),
  comment: msg("Comment not found."),
  coupon: msg("Promo code not found."),
  file: msg("File not found."),
  instructor: msg("Instructor not found."),
  message: msg("Message not found."),
  invitation: msg("Invitation not found."),
  invoice: msg("Invoice not found."),
  link: msg("Link not found."),
  member: msg("Profile not found."),
  page: msg("Page not found."),
  "payment method": msg("Payment method not found."),
  person: msg("Person not found."),
  playlist: msg("Playlist not found."),
  post: msg("Post not found."),
  room: msg("Room not found."),
  style: msg("Style not found."),
  subscription: msg("Subscription not found."),
  video_upload: msg("Video not found."),
};

/** The object doesn't exist or isn't visible to this viewer. The two look alike on purpose. */
export class NotFound extends DomainError {
  constructor(what: string) {
    super("NOT_FOUND", notFoundTexts[what] ?? msg("Not found."), { status: 404, details: { what } });
  }
}

/** The viewer lacks the role for an operation. Looks like `NotFound`, so that it doesn't show what there is. */
export class RoleMissing extends NotFound {
  constructor() {
    super("page");
  }
}

/** An argument is invalid. `field` names it as the client sent it. */
export class BadInput extends DomainError {
  constructor(field: string, message: Message) {
    super("BAD_INPUT", message, { details: { field } });
  }
}

/** Version conflict: someone else saved a newer version that the client hasn't seen. */
export class ChangedMeanwhile extends DomainError {
  constructor() {
    super("CHANGED_MEANWHILE", msg("Someone else changed this. Reload it and try again."), { status: 409 });
  }
}

/** Too many calls; `retryAfterSeconds` is the wait until the next one. */
export class RateLimited extends DomainError {
  constructor(
    retryAfterSeconds: number,
    message = msg("Too many requests. Wait a moment and try again."),
    details: ErrorDetails = {},
  ) {
    super("RATE_LIMITED", message, { status: 429, details: { retryAfterSeconds, ...details } });
  }
}

/** A change took longer than a request may. It goes on, so that no one knows yet whether it went through. */
export class OutcomeUnknown extends DomainError {
  constructor() {
    super(
      "OUTCOME_UNKNOWN",
      msg("This takes longer than usual and may still go through. Check before you try again."),
      { status: 504 },
    );
  }
}

/** A dependency, mostly the database, is unavailable now. Nothing was changed. */
export class Unavailable extends DomainError {
  constructor(
    message = msg("We’re busier than usual. Nothing was changed. Try again in a moment."),
    cause?: unknown,
    retryAfterSeconds = 2,
  ) {
    super("UNAVAILABLE", message, { status: 503, details: { retryAfterSeconds }, cause });
  }
}
