import type { Ctx } from "../../../ctx.ts";
import type { TestServer } from "../../../testing/harness.ts";
import type { Gateway } from "../ports.ts";

/** Payment methods by what becomes of a payment; one that "waits" isn't paid before someone has acted. */
export type Behavior =
  | "good"
  | "declined"
  | "poor"
  | "confirms"
  | "failsLater"
  | "waits"
  | "applePay"
  | "paypal";

/** What goes wrong with a charge: without any work, or after it. */
export const disturbances = [429, 500, "drop", "hang", "page", "lose answer", "page as answer"] as const;
export type Disturbance = (typeof disturbances)[number];

/** Delivers what the provider tells us. Resolves to the answer's status. */
export type Webhook = (server: TestServer) => Promise<number>;

/** A provider's stand-in, as the contract needs it. */
export interface GatewayStand {
  /** Environment variables that point to it. */
  readonly env: Readonly<Record<string, string>>;
  /** What no log may contain. */
  readonly secrets: readonly string[];
  /** Requests that violated the provider's rules. */
  readonly faults: readonly string[];
  /** Whether the page asks the bank before it makes a token, so that a charge never asks. */
  readonly asksInPage: boolean;
  /** A token as the page makes it. */
  token(server: TestServer, behavior: Behavior): Promise<string>;
  /** The night in which banks settle. */
  settle(): void;
  /** Opens a dispute of a payment, or decides it. */
  dispute(ctx: Ctx, ref: string, status: "open" | "won" | "lost"): Promise<void>;
  /** A payment that had succeeded fails, with nothing to be decided. */
  failLater(ctx: Ctx, ref: string): Promise<void>;
  /** The bank returns a refund that had been made by a key. */
  failRefund(ref: string, key: string): Promise<void>;
  /** Refunds in the provider's own pages. */
  refundThere(ctx: Ctx, ref: string, amount: number): Promise<void>;
  /** Webhooks that weren't taken before, in order. */
  takeWebhooks(): Webhook[];
  /** A webhook about another program's payment, and forged ones; null if the provider is part of the server. */
  readonly strangeWebhooks: { readonly foreign: Webhook; readonly forged: readonly Webhook[] } | null;
  /** Disturbs every charge; null: none is. Absent if nothing lies between. */
  disturb?(kind: Disturbance | null): void;
  stop(): Promise<void>;
}

/** What the contract's tests work on, once they run. */
export interface GatewayFixture {
  server: TestServer;
  stand: GatewayStand;
  ctx: Ctx;
  gateway: Gateway;
}
