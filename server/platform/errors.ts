/** Facts about an error, for the client to write its sentence from. Never a secret, a token or personal data. */
export type ErrorDetails = Readonly<Record<string, string | number | boolean | null>>;

/**
 * An expected error: the person, or the client, can do something about it. It travels to GraphQL clients as
 * `errors[].extensions.code` with its facts beside the code, and to HTTP clients as `{error: {code, message, …facts}}`.
 * Everything that is not a DomainError is a fault: it is logged with the request's id and masked.
 */
export class DomainError extends Error {
  /** Upper-case words joined by underscores, as in contract.graphql. */
  readonly code: string;
  readonly facts: ErrorDetails;
  /** HTTP status for doors that are not GraphQL. */
  readonly status: number;

  constructor(
    code: string,
    message: string,
    options: { facts?: ErrorDetails; status?: number; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = new.target.name;
    this.code = code;
    this.facts = options.facts ?? {};
    this.status = options.status ?? 400;
  }
}

/** There is no valid access token where one is needed; the client refreshes it and retries once. */
export class Unauthenticated extends DomainError {
  constructor(message = "Sign in first: the access token is missing, expired or revoked.") {
    super("UNAUTHENTICATED", message, { status: 401 });
  }
}

/** The person is known but may not do this. */
export class Forbidden extends DomainError {
  constructor(message = "This account may not do that.") {
    super("FORBIDDEN", message, { status: 403 });
  }
}

/** An anonymous person tried something that needs an account. */
export class RegistrationRequired extends DomainError {
  constructor(message = "Register first; everything done so far is kept.") {
    super("REGISTRATION_REQUIRED", message, { status: 403 });
  }
}

/** The thing doesn't exist, or not for this person: the two look alike on purpose. */
export class NotFound extends DomainError {
  constructor(what: string) {
    super("NOT_FOUND", `There is no such ${what}.`, { status: 404, facts: { what } });
  }
}

/** An argument is outside what is allowed. `field` names it as the client sent it. */
export class BadInput extends DomainError {
  constructor(field: string, message: string) {
    super("BAD_INPUT", message, { facts: { field } });
  }
}

/** Somebody else has saved meanwhile: what was sent would overwrite what its sender hasn't seen. */
export class ChangedMeanwhile extends DomainError {
  constructor(what: string) {
    super("CHANGED_MEANWHILE", `Somebody else has saved this ${what}. Read it again, then change it.`, {
      status: 409,
    });
  }
}

/** Too many calls; `retryAfterSeconds` says when to come back. */
export class RateLimited extends DomainError {
  constructor(
    retryAfterSeconds: number,
    message = "Too many requests. Wait a moment and try again.",
    facts: ErrorDetails = {},
  ) {
    super("RATE_LIMITED", message, { status: 429, facts: { retryAfterSeconds, ...facts } });
  }
}

/** Something that Eightcount stands on, the database mostly, does not answer now. */
export class Unavailable extends DomainError {
  constructor(
    message = "The service is busy. Nothing was changed; try again in a moment.",
    cause?: unknown,
    retryAfterSeconds = 2,
  ) {
    super("UNAVAILABLE", message, { status: 503, facts: { retryAfterSeconds }, cause });
  }
}
