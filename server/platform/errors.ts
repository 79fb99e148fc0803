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
  readonly details: ErrorDetails;
  /** HTTP status of routes other than GraphQL. */
  readonly status: number;

  constructor(
    code: string,
    message: string,
    options: { details?: ErrorDetails; status?: number; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = new.target.name;
    this.code = code;
    this.details = options.details ?? {};
    this.status = options.status ?? 400;
  }
}

/** A valid access token is required and missing. The client refreshes it and retries once. */
export class Unauthenticated extends DomainError {
  constructor(message = "The access token is missing, expired, or revoked. Sign in.") {
    super("UNAUTHENTICATED", message, { status: 401 });
  }
}

/** The viewer is authenticated but not authorized. */
export class Forbidden extends DomainError {
  constructor(message = "This account doesn’t have permission to do that.") {
    super("FORBIDDEN", message, { status: 403 });
  }
}

/** A guest called an operation that needs a registered account. */
export class RegistrationRequired extends DomainError {
  constructor(message = "Sign up first. Your progress is saved.") {
    super("REGISTRATION_REQUIRED", message, { status: 403 });
  }
}

/** The object doesn't exist or isn't visible to this viewer. The two look alike on purpose. */
export class NotFound extends DomainError {
  constructor(what: string) {
    super("NOT_FOUND", `Not found: ${what}.`, { status: 404, details: { what } });
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
  constructor(field: string, message: string) {
    super("BAD_INPUT", message, { details: { field } });
  }
}

/** Version conflict: someone else saved a newer version that the client hasn't seen. */
export class ChangedMeanwhile extends DomainError {
  constructor(what: string) {
    super("CHANGED_MEANWHILE", `Someone else changed this ${what}. Reload it and try again.`, {
      status: 409,
    });
  }
}

/** Too many calls; `retryAfterSeconds` is the wait until the next one. */
export class RateLimited extends DomainError {
  constructor(
    retryAfterSeconds: number,
    message = "Too many requests. Wait a moment and try again.",
    details: ErrorDetails = {},
  ) {
    super("RATE_LIMITED", message, { status: 429, details: { retryAfterSeconds, ...details } });
  }
}

/** A dependency, mostly the database, is unavailable now. */
export class Unavailable extends DomainError {
  constructor(
    message = "We’re busier than usual. Nothing was changed. Try again in a moment.",
    cause?: unknown,
    retryAfterSeconds = 2,
  ) {
    super("UNAVAILABLE", message, { status: 503, details: { retryAfterSeconds }, cause });
  }
}
