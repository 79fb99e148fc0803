const pattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether a client's text can be the id of a row: PostgreSQL refuses a whole statement for one that can't. */
export function isUuid(text: unknown): text is string {
  return typeof text === "string" && pattern.test(text);
}
