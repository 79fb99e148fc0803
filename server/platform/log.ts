import { pino } from "pino";
import type { LevelWithSilent, Logger } from "pino";
import { release } from "./release.ts";
import { currentSpan } from "./tracing/tracing.ts";

export type Log = Logger;

/** Keys that are redacted in log lines, at the first levels of a logged object. */
const privateKeys = [
  "email",
  "password",
  "token",
  "secret",
  "authorization",
  "cookie",
  "ip",
  "remoteAddress",
  "hostname",
  "url",
  "headers",
  "body",
  "variables",
  "card",
];

const emailPattern = /[\w.+-]+@[\w-]+(\.[\w-]+)+/g;
const tokenPattern = /\b(?:Bearer\s+)?(?:eyJ[\w-]+\.[\w-]+\.[\w-]+|(?:sk|pk|rk|whsec)_[\w-]{8,})/g;
const ipPattern = /\b(?:\d{1,3}\.){3}\d{1,3}\b|\b(?:[0-9a-f]{1,4}:){3,7}[0-9a-f]{0,4}\b/gi;
const panPattern = /\b(?:\d[ -]?){13,19}\b/g;
const connectionPattern = /\b(postgres(?:ql)?|smtps?|https?):\/\/[^\s/@]+@/g;

/** Masks email addresses, tokens, IP addresses, card numbers and passwords of URLs in free text. */
export function maskPersonalData(text: string): string {
  return text
    .replace(connectionPattern, "$1://[credentials]@")
    .replace(tokenPattern, "[token]")
    .replace(emailPattern, "[e-mail]")
    .replace(ipPattern, "[address]")
    .replace(panPattern, "[number]");
}

type LoggedError = { type: string; message: string; stack?: string; code?: string; cause?: LoggedError };

/** An error for a log line: type, masked message, stack and code, causes included. */
function serializeError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: maskPersonalData(String(error)) };
  const code = (error as { code?: unknown }).code;
  return {
    type: error.name,
    message: maskPersonalData(error.message),
    ...(error.stack ? { stack: maskPersonalData(error.stack) } : {}),
    ...(typeof code === "string" ? { code } : {}),
    ...(error.cause !== undefined && depth < 3 ? { cause: serializeError(error.cause, depth + 1) } : {}),
  };
}

/**
 * Logs JSON lines to standard output. Personal data is removed by key (redaction) and by pattern (masking of messages), so that a
 * careless call leaks nothing.
 */
export function createLog(level: LevelWithSilent): Log {
  const paths = privateKeys.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]);
  return pino({
    level,
    base: { release },
    timestamp: pino.stdTimeFunctions.isoTime,
    // Connects the lines of a request or job with its trace.
    mixin: () => {
      const span = currentSpan();
      return span ? { traceId: span.spanContext().traceId } : {};
    },
    formatters: { level: (label) => ({ level: label }) },
    redact: { paths, censor: "[removed]" },
    serializers: {
      err: (error: unknown) => serializeError(error),
      error: (error: unknown) => serializeError(error),
    },
    hooks: {
      logMethod(arguments_, method) {
        method.apply(
          this,
          arguments_.map((part) => (typeof part === "string" ? maskPersonalData(part) : part)) as Parameters<
            typeof method
          >,
        );
      },
    },
  });
}
