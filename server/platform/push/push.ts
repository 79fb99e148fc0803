/** Where a browser is reached, as its push service gave it out. */
export interface PushTarget {
  readonly endpoint: string;
  /** The browser's public key, base64url. */
  readonly p256dh: string;
  /** The secret shared with the browser, base64url. */
  readonly auth: string;
}

/** A message to a browser. */
export interface PushMessage {
  /** At most about 3,800 bytes; only the browser can read it. */
  readonly body: string;
  /** A message that waits is replaced by a later one of the same topic: at most 32 letters, digits, - and _. */
  readonly topic: string;
  /** How long the service keeps it for a browser that is away, in seconds. */
  readonly keepSeconds: number;
}

/** The way out to browsers. */
export interface PushSender {
  /** The key that browsers subscribe with, base64url; null where push is not set up. */
  readonly publicKey: string | null;
  /** Whether an address is that of a push service, so that the server may call it. */
  accepts(endpoint: string): boolean;
  /** Delivers; false when the browser is gone for good. Throws to be tried again. */
  send(target: PushTarget, message: PushMessage): Promise<boolean>;
}
