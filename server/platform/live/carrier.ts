/** What a carrier tells its process. */
export interface Receiver {
  /** A topic has changed. */
  changed(topic: string): void;
  /** Changes of any topic may have been missed. */
  missed(): void;
}

/** Carries the topics that have changed to all processes. */
export interface Carrier {
  /** Connects, unless it already has. Idempotent. */
  open(): void;
  /** @throws if other processes can't be told now */
  send(topics: readonly string[]): Promise<void>;
  /** The first listener of a topic came. Resolves once its changes arrive. */
  watch(topic: string): Promise<void>;
  /** The last listener of a topic left. */
  unwatch(topic: string): void;
  stop(): Promise<void>;
}

/** Creates a carrier for a receiver. */
export type Carry = (receiver: Receiver) => Carrier;
