import type { StoredSource } from "./storage.ts";

/** Sends a request that `operation` describes in errors, without its bucket: "GET of a/key". */
export type S3Send = (
  operation: string,
  request: RequestInit & { readonly method?: string; readonly url: string },
) => Promise<Response>;
/** Sends bytes or a file. */
export type S3PutBody = (
  operation: string,
  url: string,
  source: StoredSource,
  contentType: string | null,
) => Promise<void>;

/** An unexpected response of the object store. */
export class S3Failed extends Error {
  readonly status: number;
  /** S3's own error code, or empty. */
  readonly code: string;

  /**
   * @param operation with its key and bucket
   * @param body of the response
   */
  constructor(operation: string, status: number, body: string) {
    const code = tag(body, "Code") ?? "";
    super(`S3 ${operation} answered ${status}${code ? ` (${code})` : ""}`);
    this.name = "S3Failed";
    this.status = status;
    this.code = code;
  }
}

/** The text of an element in S3's flat XML responses. Our own keys need no unescaping. */
export function tag(xml: string, name: string): string | null {
  const text = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1];
  return text === undefined
    ? null
    : text.replaceAll("&quot;", '"').replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
}
