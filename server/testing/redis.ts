import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { connect, createServer } from "node:net";
import type { AddressInfo, Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "./free-port.ts";

/** A Redis of its own, which stores nothing on the disk. */
export interface TestRedis {
  readonly url: string;
  /** Ends it without a word to its clients, or starts it again at the same port. */
  kill(): Promise<void>;
  start(): Promise<void>;
}

/** Starts redis-server on a free port of this machine. */
export async function startRedis(): Promise<TestRedis> {
  const port = await freePort();
  let child: ChildProcess | null = null;
  const redis: TestRedis = {
    url: `redis://127.0.0.1:${port}`,
    async start() {
      const started = spawn(
        "redis-server",
        ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"],
        { stdio: "ignore", cwd: "/tmp" },
      );
      child = started;
      let failure: Error | null = null;
      started.once("error", (error) => (failure = error));
      for (;;) {
        const socket = connect(port, "127.0.0.1");
        const isOpen = await once(socket, "connect").then(
          () => true,
          () => false,
        );
        socket.destroy();
        if (isOpen) return;
        if (failure) throw failure;
        if (started.exitCode !== null) throw new Error(`redis-server ended with ${started.exitCode}`);
        await sleep(20);
      }
    },
    async kill() {
      const ending = child;
      child = null;
      if (!ending) return;
      ending.kill("SIGKILL");
      if (ending.exitCode === null && ending.signalCode === null) await once(ending, "exit");
    },
  };
  await redis.start();
  return redis;
}

/** A way to Redis that a test can interrupt for one process alone. */
export interface RedisLine {
  readonly url: string;
  setCut(isCut: boolean): void;
  close(): void;
}

/** Forwards connections to a Redis. */
export async function startRedisLine(target: string): Promise<RedisLine> {
  const open = new Set<Socket>();
  let isCut = false;
  const server = createServer((client) => {
    if (isCut) {
      client.destroy();
      return;
    }
    const redis = connect(Number(new URL(target).port), "127.0.0.1");
    for (const [one, other] of [
      [client, redis],
      [redis, client],
    ] as const) {
      open.add(one);
      one.on("error", () => other.destroy());
      one.on("close", () => {
        open.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const cut = () => {
    for (const socket of open) socket.destroy();
  };
  return {
    url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}`,
    setCut(value) {
      isCut = value;
      if (isCut) cut();
    },
    close() {
      cut();
      server.close();
    },
  };
}
