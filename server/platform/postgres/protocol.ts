import type { PostgresFaultCode } from "./fault.ts";

/** What the keeper says to each of its users, one JSON object a line. A user says one thing, that it leaves. */
export type KeeperMessage =
  | { state: "ready" }
  | { state: "failed"; code: PostgresFaultCode; message: string };
