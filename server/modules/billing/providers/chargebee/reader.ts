import type Chargebee from "chargebee";
import type { Ctx } from "../../../../ctx.ts";
import { ProviderUnavailable } from "../../errors.ts";
import type { HeldRef, Reading } from "../../owner-ports.ts";
import { asked, createClient, isFault, present } from "./client.ts";
import type { ChargebeeSettings } from "./client.ts";
import { heldOf, secondsOf } from "./held.ts";
import type { Listed } from "./held.ts";

/** How long before a reading a subscription must have been made to count as deleted when it isn't listed, in milliseconds. */
const listLagMs = 60_000;
const pageLength = 100;

/** Reads subscriptions and events of Chargebee. */
export class ChargebeeReader {
  readonly provider = "chargebee";
  readonly #settings: ChargebeeSettings;
  #client: Promise<Chargebee> | null = null;

  constructor(settings: ChargebeeSettings) {
    this.#settings = settings;
  }

  async aboutEvent(_ctx: Ctx, eventId: string): Promise<HeldRef | { customer: string } | null> {
    const { event } = await this.ask((client) => client.event.retrieve(eventId)).catch((error: unknown) => {
      // Chargebee keeps events for a while. The sweep of changes finds what an older one told.
      if (isFault(error, "resource_not_found")) return { event: { content: null } };
      throw error;
    });
    const content = present(event).content as Record<string, Record<string, unknown>> | null;
    if (!content) return null;
    const parts = Object.values(content);
    const textOf = (value: unknown) => (typeof value === "string" ? value : null);
    const customer =
      textOf(content["customer"]?.["id"]) ??
      parts.map((part) => textOf(part["customer_id"])).find((id) => id !== null) ??
      null;
    const ref =
      textOf(content["subscription"]?.["id"]) ??
      parts.map((part) => textOf(part["subscription_id"])).find((id) => id !== null) ??
      null;
    if (!customer) return null;
    return ref ? { ref, customer } : { customer };
  }

  async read(ctx: Ctx, { ref, customer }: HeldRef): Promise<Reading> {
    try {
      const listed = await this.ask((client) => client.subscription.retrieve(ref));
      return await this.readingOf(ctx, [listed]);
    } catch (error) {
      // Deleted in the dashboard.
      if (!isFault(error, "resource_not_found")) throw error;
      const version = ctx.clock.now().getTime() - listLagMs;
      return { ...(await this.readCustomer(ctx, customer)), whole: [{ customer, version }] };
    }
  }

  async readCustomer(ctx: Ctx, customer: string): Promise<Reading> {
    const subscriptions: Listed[] = [];
    for await (const page of this.pages({ customer_id: { is: customer } })) subscriptions.push(...page);
    return this.readingOf(ctx, subscriptions);
  }

  async *listChangedSince(ctx: Ctx, since: Date): AsyncIterable<Reading> {
    const order = { updated_at: { after: secondsOf(since) }, include_deleted: true };
    for await (const page of this.pages({ ...order, "sort_by[asc]": "updated_at" }))
      yield await this.readingOf(ctx, page);
  }

  protected load(): Promise<Chargebee> {
    this.#client ??= createClient(this.#settings);
    return this.#client;
  }

  protected async ask<Answer>(call: (client: Chargebee) => Promise<Answer>): Promise<Answer> {
    const client = await this.load();
    return asked(() => call(client));
  }

  protected async *pages(filter: Parameters<Chargebee["subscription"]["list"]>[0]): AsyncIterable<Listed[]> {
    for (let offset: string | undefined; ;) {
      const { list, next_offset: next } = await this.ask((client) =>
        client.subscription.list({ ...filter, limit: pageLength, ...(offset ? { offset } : {}) }),
      );
      yield present(list);
      if (!next) return;
      offset = next;
    }
  }

  protected async readingOf(ctx: Ctx, listed: readonly Listed[]): Promise<Reading> {
    const subscriptions = [];
    for (const one of listed) {
      const found = present(one.subscription);
      if (!found.id || !found.customer_id) throw new ProviderUnavailable();
      const scheduled = found.has_scheduled_changes
        ? await this.ask((client) => client.subscription.retrieveWithScheduledChanges(found.id))
        : null;
      const held = await heldOf(ctx, one, { next: scheduled?.subscription ?? null });
      if (held) subscriptions.push(held);
    }
    return { subscriptions, whole: [] };
  }
}
