import { DomainError, RateLimited, RoleMissing } from "./errors.ts";
import type { Log } from "./log.ts";

/** Kinds of security events, as docs/security.md lists them. */
export type SecurityEventKind =
  | "registered"
  | "signed_in"
  | "sign_in_failed"
  | "second_factor_failed"
  | "link_failed"
  | "signed_out"
  | "sessions_ended"
  | "confirmation_failed"
  | "password_changed"
  | "email_change_requested"
  | "email_verified"
  | "second_factor_added"
  | "second_factor_removed"
  | "recovery_codes_renewed"
  | "passkey_added"
  | "passkey_removed"
  | "account_secured"
  | "account_suspended"
  | "account_reinstated"
  | "role_changed"
  | "access_denied"
  | "rate_limited";

/** A security event. Never an email, IP address, token or free text. */
export interface SecurityEvent {
  readonly kind: SecurityEventKind;
  /** The account concerned; null if unknown. */
  readonly accountId: string | null;
  /** The staff member who did it to that account. */
  readonly actorId?: string;
  /** The route or field of the API. */
  readonly operation?: string;
  /** The code of the error, or the new role. */
  readonly detail?: string;
  /** Only where the log doesn't add it. */
  readonly requestId?: string;
}

export function logSecurityEvent(log: Log, { kind, ...event }: SecurityEvent): void {
  log.info({ security: kind, ...event }, "Security event");
}

/** Logs the refusal of a request for a missing right or a rate limit. Other errors are no security events. */
export function logRefusal(log: Log, error: unknown, event: Omit<SecurityEvent, "kind" | "detail">): void {
  if (!(error instanceof DomainError)) return;
  const { code, status } = error;
  const isDenied = error instanceof RoleMissing || (status === 403 && code !== "REGISTRATION_REQUIRED");
  if (!isDenied && !(error instanceof RateLimited)) return;
  logSecurityEvent(log, { ...event, kind: isDenied ? "access_denied" : "rate_limited", detail: code });
}
