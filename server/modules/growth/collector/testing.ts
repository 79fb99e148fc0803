/** What the collector's tests do as a client of Segment's protocol. */
import type { TestServer } from "../../../testing/harness.ts";

/** The header that names a source, as Segment's clients send it. */
export const basic = (key = "eightcount-web") => `Basic ${Buffer.from(`${key}:`).toString("base64")}`;

/** Sends calls to the collector of the server that a test file has started; text and bytes go as they are, all else as JSON. */
export const postAt =
  (server: () => TestServer) =>
  (path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> =>
    server().fetch(`/v1/${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: basic(), ...headers },
      body: typeof body === "string" || body instanceof Uint8Array ? (body as string) : JSON.stringify(body),
    });
