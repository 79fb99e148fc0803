const pattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether a text is a valid row id: PostgreSQL refuses a whole statement for an invalid UUID. */
export function isUuid(text: unknown): text is string {
  return typeof text === "string" && pattern.test(text);
}
