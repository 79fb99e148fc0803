import type { RedisClientType } from "@redis/client";
import type { Log } from "../log.ts";

/** A connection that is silent for longer is given up and opened again; milliseconds. */
const silentMs = 5_000;
const pingMs = 2_000;
const connectMs = 2_000;
const retryMs = 1_000;
/** A command that takes longer has failed: its caller has a way without Redis. Milliseconds. */
const commandMs = 1_000;

/** Messages to all processes, each only to those that subscribed to its channel. Nothing is stored. */
export interface RedisChannels {
  readonly isReady: boolean;
  /** @throws if Redis is away */
  publish(channels: readonly string[]): Promise<void>;
  /** Resolves once messages arrive, or at once if Redis is away: `onReady` comes first then. */
  subscribe(channel: string): Promise<void>;
  unsubscribe(channel: string): void;
  /** Sets the listener. Channels that were subscribed before a loss are subscribed again before `onReady`. */
  listen(listener: RedisListener): void;
}

export interface RedisListener {
  onMessage(channel: string): void;
  onReady(): void;
  /** Also if the first connection fails. */
  onLost(): void;
}

/** Connections of one process to Redis, or to a server with its protocol such as Valkey. */
export interface Redis {
  /** Commands fail at once while Redis is away. Wait for them by `inTime`. */
  readonly commands: RedisClientType;
  readonly channels: RedisChannels;
  stop(): void;
}

/**
 * Waits for a command. The client itself would wait for an answer as long as the connection lives.
 * @throws if it takes longer than a second
 */
export async function inTime<Result>(command: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error("Redis didn't answer in time")), commandMs);
  });
  try {
    return await Promise.race([command, late]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Connects in the background, again and again: the product starts and works without Redis. A loss and its end are logged once.
 * @param url of the form `redis://user:password@host:6379/0`; rediss:// with TLS
 */
export async function connectRedis(url: string, log: Log): Promise<Redis> {
  const { createClient } = await import("@redis/client");
  const commands: RedisClientType = createClient({
    url,
    disableOfflineQueue: true,
    pingInterval: pingMs,
    socket: { connectTimeout: connectMs, socketTimeout: silentMs, reconnectStrategy: retryMs },
  });
  const subscriber = commands.duplicate();
  const wanted = new Set<string>();
  /** Channels that the client has, and subscribes again by itself after a loss. */
  const held = new Set<string>();
  let listener: RedisListener | null = null;
  let state: "connecting" | "ready" | "lost" = "connecting";
  let isStopped = false;
  let retry: NodeJS.Timeout | undefined;

  const hear = (_message: string, channel: string) => listener?.onMessage(channel);
  const lose = (error?: unknown) => {
    if (isStopped) return;
    // A lost connection begins again once it is back, a slow one without that.
    retry ??= setTimeout(() => {
      retry = undefined;
      void begin();
    }, retryMs);
    if (state === "lost") return;
    state = "lost";
    log.warn({ err: error }, "Redis is away. PostgreSQL takes its place until it is back");
    listener?.onLost();
  };
  const isReady = () => state === "ready";
  const begin = async () => {
    if (isReady() || !commands.isReady || !subscriber.isReady) return;
    const begun = new Set<string>();
    const missing = () => [...wanted].filter((channel) => !begun.has(channel));
    try {
      const unwanted = [...held].filter((channel) => !wanted.has(channel));
      if (unwanted.length > 0) await inTime(subscriber.unsubscribe(unwanted, hear));
      for (const channel of unwanted) held.delete(channel);
      // Last: some may be watched while others are being subscribed.
      for (let channels = missing(); channels.length > 0; channels = missing()) {
        for (const channel of channels) held.add(channel);
        await inTime(subscriber.subscribe(channels, hear));
        for (const channel of channels) begun.add(channel);
      }
    } catch (error) {
      return lose(error);
    }
    if (isStopped || isReady()) return;
    if (state === "lost") log.info("Redis is back");
    state = "ready";
    listener?.onReady();
  };
  for (const client of [commands, subscriber]) {
    client.on("ready", () => void begin());
    client.on("error", lose);
    client.on("reconnecting", () => lose());
    // A refusal is an "error" event, and the client goes on trying.
    client.connect().catch(() => {});
  }

  return {
    commands,
    channels: {
      get isReady() {
        return isReady();
      },
      async publish(channels) {
        await inTime(Promise.all(channels.map((channel) => commands.publish(channel, ""))));
      },
      async subscribe(channel) {
        wanted.add(channel);
        if (!isReady()) return;
        held.add(channel);
        await inTime(subscriber.subscribe(channel, hear)).catch(lose);
      },
      unsubscribe(channel) {
        wanted.delete(channel);
        if (!isReady()) return;
        held.delete(channel);
        subscriber.unsubscribe(channel, hear).catch(lose);
      },
      listen(given) {
        listener = given;
      },
    },
    stop() {
      isStopped = true;
      clearTimeout(retry);
      for (const client of [commands, subscriber]) if (client.isOpen) client.destroy();
    },
  };
}
