import type { PostgresFaultCode } from "./fault.ts";

/** Messages from the keeper to each of its users, one JSON object per line. A user sends one message: that it releases the database. */
export type KeeperMessage =
  | { state: "ready" }
  | { state: "failed"; code: PostgresFaultCode; message: string };
