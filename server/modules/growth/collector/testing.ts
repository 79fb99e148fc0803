/** Client helpers for the collector's tests. */
import type { TestServer } from "../../../testing/harness.ts";

/** Authorization header with a write key, as Segment's clients send it. */
export const basic = (key = "eightcount-web") => `Basic ${Buffer.from(`${key}:`).toString("base64")}`;

/** Sends calls to the collector of a test file's server. Text and bytes are sent unchanged, everything else as JSON. */
export const postAt =
  (server: () => TestServer) =>
  (path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> =>
    server().fetch(`/v1/${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: basic(), ...headers },
      body: typeof body === "string" || body instanceof Uint8Array ? (body as string) : JSON.stringify(body),
    });
