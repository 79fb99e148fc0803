import fc from "fast-check";
import { beforeEach, expect, test } from "vitest";
import { MessageQueue } from "./queue.ts";
import type { Message, QueueDeps } from "./queue.ts";

/** A simulated browser and collector with switchable failures. */
class World {
  isOnline = true;
  isCollectorUp = true;
  takesBeacons = true;
  stored: Message[] = [];
  got: string[] = [];
  requests: string[] = [];
  #later: (() => void)[] = [];
  readonly deps: QueueDeps = {
    send: (path, body) => {
      this.requests.push(path);
      if (!this.isOnline || !this.isCollectorUp) return Promise.resolve(false);
      this.#take(body);
      return Promise.resolve(true);
    },
    beacon: (path, body) => {
      if (!this.takesBeacons) return false;
      this.requests.push(`beacon ${path}`);
      this.#take(body);
      return true;
    },
    now: () => new Date("2026-11-21T12:00:00Z"),
    later: (work) => void this.#later.push(work),
    isOnline: () => this.isOnline,
    keep: {
      write: (messages) => {
        this.stored = messages;
      },
      take: () => this.stored.splice(0),
    },
  };
  #take(body: string): void {
    const parsed = JSON.parse(body) as { batch?: Message[]; messageId?: string; sentAt: string };
    expect(parsed.sentAt).toBe("2026-11-21T12:00:00.000Z");
    this.got.push(...(parsed.batch?.map(({ messageId }) => messageId) ?? [parsed.messageId!]));
  }
  /** Runs all pending timers. */
  async pass(): Promise<void> {
    for (const work of this.#later.splice(0)) work();
    await new Promise((resolve) => setTimeout(resolve));
  }
}
const message = (messageId: string): Message => ({
  type: "track",
  event: "Tried",
  properties: {},
  messageId,
  timestamp: "2026-11-21T11:00:00Z",
  userId: "u",
  context: { library: { name: "eightcount-web", version: "test" }, locale: "en" },
});

let world: World;
beforeEach(() => {
  world = new World();
});

test("batches messages of the same moment and sends a single one by its own call", async () => {
  const queue = new MessageQueue(world.deps);
  queue.add(message("a"));
  queue.add(message("b"));
  await world.pass();
  queue.add(message("c"));
  await world.pass();
  expect(world.requests).toEqual(["/batch", "/track"]);
  expect(world.got).toEqual(["a", "b", "c"]);
});

test("hands all messages to a beacon when the tab is closed", () => {
  const queue = new MessageQueue(world.deps);
  for (let n = 0; n < 100; n += 1) queue.add(message(String(n)));
  queue.leave();
  expect(world.requests).toEqual(["beacon /batch", "beacon /batch", "beacon /batch"]);
  expect(world.got).toHaveLength(100);
});

test("stores messages while offline and sends them from the next page", async () => {
  world.isOnline = false;
  const queue = new MessageQueue(world.deps);
  queue.add(message("a"));
  await world.pass();
  queue.leave();
  expect(world.requests).toEqual([]);
  expect(world.stored.map(({ messageId }) => messageId)).toEqual(["a"]);
  world.isOnline = true;
  new MessageQueue(world.deps).add(message("b"));
  await world.pass();
  expect(world.got).toEqual(["a", "b"]);
  expect(world.stored).toEqual([]);
});

test("sends and stores nothing after consent is withdrawn", async () => {
  world.isOnline = false;
  const queue = new MessageQueue(world.deps);
  queue.add(message("a"));
  queue.leave();
  queue.forget();
  world.isOnline = true;
  queue.resume();
  await world.pass();
  expect(world.requests).toEqual([]);
  expect(world.stored).toEqual([]);
});

test("delivers each message once and in order under random failures, up to the queue's limit", async () => {
  const step = fc.constantFrom(
    "add",
    "pass",
    "leave",
    "offline",
    "online",
    "down",
    "up",
    "no beacons",
    "beacons",
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      world = new World();
      let queue = new MessageQueue(world.deps);
      let added = 0;
      for (const each of steps) {
        if (each === "add") queue.add(message(String(added++)));
        if (each === "pass") await world.pass();
        if (each === "leave") {
          queue.leave();
          queue = new MessageQueue(world.deps);
        }
        if (each === "offline" || each === "online") {
          world.isOnline = each === "online";
          if (world.isOnline) queue.resume();
        }
        if (each === "down" || each === "up") world.isCollectorUp = each === "up";
        if (each.endsWith("beacons")) world.takesBeacons = each === "beacons";
      }
      world.isOnline = true;
      world.isCollectorUp = true;
      queue.resume();
      for (let n = 0; n < 10; n += 1) await world.pass();
      expect(world.got).toEqual(Array.from({ length: added }, (_unused, n) => String(n)));
    }),
  );
});
