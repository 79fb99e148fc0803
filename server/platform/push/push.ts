/** A browser's push subscription. */
export interface PushTarget {
  readonly endpoint: string;
  /** The browser's public key, base64url. */
  readonly p256dh: string;
  /** The secret shared with the browser, base64url. */
  readonly auth: string;
}

/** A message to a browser. */
export interface PushMessage {
  /** At most about 3,800 bytes; end-to-end encrypted. */
  readonly body: string;
  /** A pending message is replaced by a later one with the same topic: at most 32 letters, digits, - and _. */
  readonly topic: string;
  /** TTL: how long the push service stores the message for an offline browser, in seconds. */
  readonly keepSeconds: number;
}

/** Port of the push transport. */
export interface PushSender {
  /** VAPID public key that browsers subscribe with, base64url; null where push is not configured. */
  readonly publicKey: string | null;
  /** Whether a URL belongs to a push service, so that the server may call it. */
  accepts(endpoint: string): boolean;
  /** Delivers a message; false when the subscription has expired. @throws so that the job is retried */
  send(target: PushTarget, message: PushMessage): Promise<boolean>;
}
