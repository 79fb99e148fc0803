/**
 * `code`: better-auth's error code (INVALID_EMAIL_OR_PASSWORD …), NETWORK, or RATE_LIMITED with
 * `retryAfterSeconds`.
 */
export class SessionError extends Error {
  override name = "SessionError";
  readonly code: string;
  readonly status: number;
  readonly retryAfterSeconds: number | null;
  constructor(code: string, status: number, retryAfterSeconds: number | null = null) {
    super(`The session call failed: ${code} (${status})`);
    this.code = code;
    this.status = status;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** The error that a response of the authentication API stands for. */
export function errorOfResponse(response: Response, body: Record<string, unknown>): SessionError {
  const wait = Number(
    response.headers.get("retry-after") ?? response.headers.get("x-retry-after") ?? Number.NaN,
  );
  const code =
    response.status === 429 ? "RATE_LIMITED" : typeof body.code === "string" ? body.code : "UNEXPECTED";
  return new SessionError(code, response.status, Number.isFinite(wait) ? wait : null);
}
