/** The contract that every owner of subscriptions fulfills, against a strict stand-in of its provider. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Ctx } from "../../../ctx.ts";
import { startTestServer } from "../../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../../testing/harness.ts";
import { captureLog } from "../../../testing/log.ts";
import { forgetAccount } from "../accounts/deletion.ts";
import { accessOf, mergeBilling } from "../index.ts";
import type { HeldSubscription, SubscriptionOwner } from "../owner-ports.ts";
import { project } from "../owned/project.ts";
import { sweepChangedJob, sweepOwned } from "../owned/readings.ts";
import { applyProviderEvent } from "../payments/provider-events.ts";
import { seededRandom } from "../../../platform/seeded-random.ts";

/** A request that the provider sends to our webhook. */
export interface SentEvent {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What goes wrong when the provider is read. */
export const disturbances = ["429", "500", "drop", "hang", "page"] as const;
export type Disturbance = (typeof disturbances)[number];

/** A provider's stand-in, as the contract needs it. */
export interface OwnerStand {
  /** Environment variables that point to it. */
  readonly env: Readonly<Record<string, string>>;
  /** What no log may contain. */
  readonly secrets: readonly string[];
  /** Requests that violated the provider's rules. */
  readonly faults: readonly string[];
  /** Makes the provider's prices known to a server. */
  prepare?(ctx: Ctx): Promise<void>;
  /** Begins a monthly Premium subscription at the provider. @returns its reference */
  begin(customer: string): string;
  /** Cancels at the end of the term. */
  cancel(ref: string): void;
  undoCancel(ref: string): void;
  /** Declines further charges of the customer. */
  breakCard(ref: string): void;
  mendCard(ref: string): void;
  /** Ends a subscription at once, as a refund does. */
  end(ref: string): void;
  /** Lets the provider's time pass: what is due until then happens. */
  travel(to: Date): void;
  /** News that wasn't taken before, in order. */
  takeEvents(): SentEvent[];
  /** The same news as someone else would send it. */
  forge(sent: SentEvent): SentEvent[];
  /** Disturbs every reading of a subscription, beside others that are disturbed; null: none is. */
  disturb(disturbed: { readonly kind: Disturbance; readonly ref: string } | null): void;
  /** Whether the provider still knows who a customer is; null if it can't forget. */
  knows(customer: string): boolean | null;
  stop(): Promise<void>;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const graceHours = 48;
const rounds = 200;

/** @param start starts the stand-in with a clock in milliseconds */
export function testOwner(provider: string, start: (now: () => number) => Promise<OwnerStand>): void {
  describe(`the owner ${provider}`, () => {
    let server: TestServer;
    let stand: OwnerStand;
    let ctx: Ctx;
    let owner: SubscriptionOwner;
    let aheadMs = 0;
    /** How much our clock is ahead of the provider's. */
    let skewMs = 0;
    const now = () => Date.now() + aheadMs;
    const logged = captureLog();
    beforeAll(async () => {
      stand = await start(now);
      server = await startTestServer({
        roles: "api",
        clock: { now: () => new Date(now() + skewMs) },
        env: { ...stand.env, OWNED_GRACE_HOURS: String(graceHours), LOG_LEVEL: "debug" },
      });
      ctx = server.ctx();
      owner = ctx.ports.owners.find(provider)!;
      await stand.prepare?.(ctx);
    });
    afterAll(async () => {
      await server?.stop();
      await stand?.stop();
      expect(stand?.faults ?? []).toEqual([]);
      const text = logged();
      for (const secret of stand?.secrets ?? []) expect(text).not.toContain(secret);
    });

    const post = ({ path, headers, body }: SentEvent) =>
      server.fetch(path, { method: "POST", headers, body });
    /** Delivers news, and runs the jobs that apply them. */
    const deliver = async (sent: readonly SentEvent[]): Promise<void> => {
      for (const one of sent) expect((await post(one)).status).toBe(200);
      await applyReceived();
    };
    const applyReceived = async (): Promise<void> => {
      const { rows } = await server.pool.query<{ provider: string; eventId: string }>(
        `select provider, event_id as "eventId" from billing.webhook_events where applied_at is null order by received_at`,
      );
      for (const event of rows) await applyProviderEvent(ctx, event);
    };
    const travel = (ms: number): void => {
      aheadMs += ms;
      stand.travel(new Date(now()));
    };
    const rowOf = async (me: TestPerson) =>
      (
        await server.pool.query(
          `select found.status, plan_id, term_ends_at, access_ends_at, dunning_status, due_at, price_amount
           from billing.subscriptions as found join billing.owned_subscriptions as owned on id = subscription_id and is_current
           where person_id = $1`,
          [me.id],
        )
      ).rows as Record<string, unknown>[];
    /** Travels to an hour after the term's end: within all grace periods, whatever the length of the month. */
    const travelPastTerm = async (me: TestPerson): Promise<void> => {
      const [row] = await rowOf(me);
      travel((row!["term_ends_at"] as Date).getTime() + hourMs - now());
    };
    const access = (me: TestPerson) => accessOf(server.ctx(), me.id);
    const begin = async () => {
      const me = await server.member();
      const ref = stand.begin(me.id);
      await deliver(stand.takeEvents());
      return { me, ref, of: { ref, customer: me.id } };
    };

    test("follows a subscription through renewal, cancellation and its undoing", async () => {
      const { me, ref } = await begin();
      expect(await access(me)).toBe("premium");
      const [first] = await rowOf(me);
      expect(first).toMatchObject({ status: "active", plan_id: "premium-monthly", due_at: null });
      expect(first!["price_amount"]).toBeGreaterThan(0);
      travel(32 * dayMs);
      await deliver(stand.takeEvents());
      const [renewed] = await rowOf(me);
      expect((renewed!["term_ends_at"] as Date).getTime()).toBeGreaterThan(now());
      stand.cancel(ref);
      await deliver(stand.takeEvents());
      expect(await rowOf(me)).toMatchObject([
        { status: "non_renewing", access_ends_at: renewed!["term_ends_at"] },
      ]);
      expect(await access(me)).toBe("premium");
      stand.undoCancel(ref);
      await deliver(stand.takeEvents());
      expect(await rowOf(me)).toMatchObject([{ status: "active" }]);
      stand.cancel(ref);
      travel(32 * dayMs);
      await deliver(stand.takeEvents());
      expect(await rowOf(me)).toMatchObject([{ status: "canceled" }]);
      expect(await access(me)).toBe("free");
    });

    test("keeps access while a payment is retried, and ends it once the provider gives up", async () => {
      const [mended, lost] = [await begin(), await begin()];
      for (const { ref } of [mended, lost]) stand.breakCard(ref);
      await travelPastTerm(lost.me);
      await deliver(stand.takeEvents());
      for (const { me } of [mended, lost]) {
        expect(await rowOf(me)).toMatchObject([{ status: "active", dunning_status: "in_progress" }]);
        expect(await access(me)).toBe("premium");
      }
      stand.mendCard(mended.ref);
      travel(20 * dayMs);
      await deliver(stand.takeEvents());
      expect(await rowOf(mended.me)).toMatchObject([{ status: "active", dunning_status: "success" }]);
      expect(await rowOf(lost.me)).toMatchObject([{ status: "canceled" }]);
      expect([await access(mended.me), await access(lost.me)]).toEqual(["premium", "free"]);
    });

    test.each([
      ["ahead of", hourMs],
      ["behind", -hourMs],
    ])("follows a provider although our clock is an hour %s its own", async (_, ms) => {
      skewMs = ms;
      try {
        const { me, ref } = await begin();
        expect(await access(me)).toBe("premium");
        travel(32 * dayMs);
        await deliver(stand.takeEvents());
        expect(await rowOf(me)).toMatchObject([{ status: "active" }]);
        stand.cancel(ref);
        travel(32 * dayMs);
        await deliver(stand.takeEvents());
        expect(await access(me)).toBe("free");
      } finally {
        skewMs = 0;
      }
    });

    test("ends what the provider ended at once", async () => {
      const { me, ref } = await begin();
      stand.end(ref);
      await deliver(stand.takeEvents());
      expect(await access(me)).toBe("free");
    });

    test("takes no news from anybody else", async () => {
      const me = await server.member();
      stand.begin(me.id);
      const [sent] = stand.takeEvents();
      for (const forged of stand.forge(sent!)) expect((await post(forged)).status).toBeGreaterThan(399);
      await applyReceived();
      expect(await rowOf(me)).toEqual([]);
      await deliver([sent!, sent!]);
      expect(await rowOf(me)).toHaveLength(1);
    });

    test(
      `ends in the provider's last state in ${rounds} rounds of late and doubled readings`,
      { timeout: 240_000 },
      async () => {
        const { me, ref, of } = await begin();
        const readings: (readonly HeldSubscription[])[] = [];
        const acts = [
          () => stand.cancel(ref),
          () => stand.undoCancel(ref),
          () => travel(31 * dayMs + hourMs),
          () => stand.cancel(ref),
        ];
        for (const act of acts) {
          // A provider without versions orders by its clock: no two readings are of one millisecond.
          travel(1_000);
          act();
          readings.push((await owner.read(ctx, of)).subscriptions);
        }
        stand.takeEvents();
        // The same rounds in every run, so that a failure can be repeated.
        const random = seededRandom(0x24);
        const asOf = new Date(now());
        const ends = new Set<string>();
        for (let round = 0; round < rounds; round += 1) {
          const order = [...readings, ...readings].map((reading) => ({ reading, place: random() }));
          order.sort((one, other) => one.place - other.place);
          await ctx.transact(async (tx) => {
            for (const { reading } of order)
              await project(tx, owner.provider, { subscriptions: reading, whole: [] }, asOf);
          });
          ends.add(JSON.stringify(await rowOf(me)));
          await server.pool.query("delete from billing.subscriptions where person_id = $1", [me.id]);
        }
        expect(ends.size).toBe(1);
        expect([...ends][0]).toContain(`"status":"non_renewing"`);
      },
    );

    test("heals lost news by the next reading", async () => {
      const { me, ref } = await begin();
      stand.end(ref);
      stand.takeEvents();
      expect(await access(me)).toBe("premium");
      travel(13 * hourMs);
      await sweepOwned(ctx);
      expect(await access(me)).toBe("free");
    });

    test("finds by the sweep of changes what no webhook reported", async () => {
      if (!owner.listChangedSince) return;
      const me = await server.member();
      stand.begin(me.id);
      stand.takeEvents();
      const run = { signal: AbortSignal.timeout(60_000), attempt: 1, isLastAttempt: true };
      await sweepChangedJob.run(ctx, {}, run);
      expect(await access(me)).toBe("premium");
    });

    test("believes no broken answer, and ends access once the provider was silent for longer than the grace", async () => {
      const all = await Promise.all(disturbances.map(async (kind) => ({ kind, ...(await begin()) })));
      for (const { kind, ref } of all) stand.disturb({ kind, ref });
      await Promise.all(
        all.map(async ({ of }) => {
          await expect(owner.read(ctx, of)).rejects.toMatchObject({ code: "PROVIDER_UNAVAILABLE" });
        }),
      );
      for (const { me } of all) expect(await access(me)).toBe("premium");
      stand.disturb(null);
      const [{ me, ref, of }] = all as [(typeof all)[number]];
      stand.disturb({ kind: "500", ref });
      // The term ends and renews there, but no one here hears of it.
      await travelPastTerm(me);
      stand.takeEvents();
      await sweepOwned(ctx);
      expect(await access(me)).toBe("premium");
      travel((graceHours + 1) * hourMs);
      await sweepOwned(ctx);
      expect(await access(me)).toBe("free");
      stand.disturb(null);
      await ctx.transact(async (tx) =>
        project(tx, owner.provider, await owner.read(ctx, of), new Date(now())),
      );
      expect(await access(me)).toBe("premium");
    });

    test("follows an account into another, and forgets the customer of a deleted one", async () => {
      const guest = await server.anonymous();
      stand.begin(guest.id);
      await deliver(stand.takeEvents());
      const member = await server.member();
      await ctx.transact((tx) => mergeBilling(tx, { from: guest.id, into: member.id }));
      expect(await access(member)).toBe("premium");
      await travelPastTerm(member);
      await deliver(stand.takeEvents());
      expect(await access(member)).toBe("premium");
      await forgetAccount(ctx, member.id);
      expect(stand.knows(guest.id)).not.toBe(true);
    });
  });
}
