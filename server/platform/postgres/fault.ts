export type PostgresFaultCode =
  | "POSTGRES_UNSUPPORTED_PLATFORM"
  | "POSTGRES_DISK_FULL"
  | "POSTGRES_NO_PERMISSION"
  | "POSTGRES_OTHER_VERSION"
  | "POSTGRES_FAILED";

/** The embedded PostgreSQL can't run. The message is one sentence for the person at the terminal. */
export class PostgresFault extends Error {
  readonly code: PostgresFaultCode;

  constructor(code: PostgresFaultCode, message: string, options?: { cause: unknown }) {
    super(message, options);
    this.name = "PostgresFault";
    this.code = code;
  }
}

const diskFullPattern = /no space left on device|ENOSPC|disk quota exceeded|EDQUOT/i;
const permissionPattern =
  /permission denied|operation not permitted|read-only file system|not a directory|wrong ownership|E(ACCES|PERM|ROFS|NOTDIR|EXIST)\b/i;

/**
 * Turns an error into a fault.
 * @param cause an Error of the file system, or the output of a PostgreSQL program
 * @param folder the folder that the step worked in, as the person knows it
 */
export function describeFault(cause: unknown, folder: string): PostgresFault {
  if (cause instanceof PostgresFault) return cause;
  const text =
    cause instanceof Error
      ? `${(cause as NodeJS.ErrnoException).code ?? ""} ${cause.message}`
      : String(cause);
  if (diskFullPattern.test(text)) {
    return new PostgresFault(
      "POSTGRES_DISK_FULL",
      `The disk of ${folder} is full. Free up space or set DATA_DIR to a directory on another disk, then start again.`,
    );
  }
  if (permissionPattern.test(text)) {
    return new PostgresFault(
      "POSTGRES_NO_PERMISSION",
      `The database can't use ${folder}: it belongs to another user, is read-only, or isn't a directory. Start as its owner, or set DATA_DIR to another directory.`,
    );
  }
  const lines = text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);
  const reason =
    lines.findLast((line) => /\b(FATAL|PANIC|error)\b/.test(line)) ?? lines.at(-1) ?? "no reason given";
  return new PostgresFault(
    "POSTGRES_FAILED",
    `The embedded PostgreSQL in ${folder} didn't start: ${reason.replace(/^.*?\b(FATAL|PANIC|error):\s*/, "")}`,
  );
}

/** The fault for a cluster of another major version, which this one can't read. */
export function otherVersion(folder: string, found: string, expected: string): PostgresFault {
  return new PostgresFault(
    "POSTGRES_OTHER_VERSION",
    `The database in ${folder} is from PostgreSQL ${found}, and this is PostgreSQL ${expected}. Dump it with the old version and restore it here, or set DATA_DIR to a new directory.`,
  );
}
