import { afterAll, beforeAll, expect, test } from "vitest";
import type { BookedEvent, BookedSubscription } from "../../../../testing/chargebee-objects.ts";
import { Refused } from "../../../../testing/chargebee-objects.ts";
import { chargebeeSettings, startChargebeeServer } from "../../../../testing/chargebee-server.ts";
import type { ChargebeeServer } from "../../../../testing/chargebee-server.ts";
import { startTestServer } from "../../../../testing/harness.ts";
import type { TestServer } from "../../../../testing/harness.ts";
import { applyProviderEvent } from "../../payments/provider-events.ts";
import { expectLastState, inTurns, registerPeople, shuffled } from "../late-news.ts";
import { beginAt, importPrices, setCard, webhookOf } from "./testing.ts";

let chargebee: ChargebeeServer;
let server: TestServer;
let aheadMs = 0;
const dayMs = 86_400_000;
beforeAll(async () => {
  const now = () => Date.now() + aheadMs;
  chargebee = await startChargebeeServer(now);
  server = await startTestServer({
    roles: "api",
    clock: { now: () => new Date(now()) },
    env: chargebeeSettings(chargebee.url),
  });
  await importPrices(server.ctx(), chargebee);
});
afterAll(async () => {
  await server?.stop();
  await chargebee?.stop();
  expect(chargebee?.faults ?? []).toEqual([]);
});

/** Delivers an event as Chargebee does, and applies it as the worker does. */
async function deliver(event: BookedEvent): Promise<void> {
  const { path, headers, body } = webhookOf(event);
  expect((await server.fetch(path, { method: "POST", headers, body })).status).toBe(200);
  await applyProviderEvent(server.ctx(), { provider: "chargebee", eventId: event.id });
}

const acts: readonly ((found: BookedSubscription) => unknown)[] = [
  (found) => chargebee.cancel(found, true),
  (found) => chargebee.undoCancel(found),
  (found) => chargebee.pause(found, chargebee.seconds() + 40 * 86_400),
  (found) => chargebee.resume(found),
  (found) => chargebee.change(found, "basic-monthly-USD", true, 0),
  (found) => chargebee.change(found, "premium-yearly-USD", false, 13_090),
  (found) => chargebee.dropChange(found),
  (found) => setCard(chargebee, found.id, "fails_later"),
  (found) => setCard(chargebee, found.id, "good"),
  (found) => chargebee.cancel(found, false),
];

test(
  "two hundred histories whose news is late, shuffled and doubled end in Chargebee’s state",
  { timeout: 180_000 },
  async () => {
    const people = await registerPeople(server, 200);
    const refs = new Map(people.map((id) => [id, beginAt(chargebee, id)]));
    const waiting = new Map<string, BookedEvent[]>(people.map((id) => [id, []]));
    const take = (): void => {
      for (const event of chargebee.unsent.splice(0)) {
        const { customer } = event.content as { customer: { id: string } };
        waiting.get(customer.id)!.push(event);
      }
    };
    take();
    // Terms begin, cards are tried again, pauses end.
    for (const days of [32, 5, 40]) {
      await inTurns(people, async (id) => {
        for (const act of shuffled(acts).slice(0, 2))
          try {
            act(chargebee.find(chargebee.subscriptions, refs.get(id)!));
          } catch (error) {
            // What is paused can't be paused.
            if (!(error instanceof Refused)) throw error;
          }
        take();
        if (Math.random() < 0.4) await deliver(shuffled(waiting.get(id)!)[0]!);
      });
      aheadMs += days * dayMs;
      chargebee.travel(new Date(Date.now() + aheadMs));
      take();
    }
    const ends = new Set([...chargebee.subscriptions.values()].map(({ status }) => status));
    expect([...ends]).toEqual(expect.arrayContaining(["active", "cancelled"]));
    await inTurns(people, async (id) => {
      const events = waiting.get(id)!;
      // Several workers apply them side by side.
      await inTurns(shuffled([...events, ...events]), deliver);
      await expectLastState(server, "chargebee", id);
    });
  },
);
