import type { Ctx } from "../ctx.ts";
import { networkKeys, networkOf } from "./ip-address.ts";
import { RateLimited, Unavailable } from "./errors.ts";
import { msg } from "./i18n/messages.ts";
import { takeSharedSlot } from "./shared-slots.ts";
import type { SlotCtx } from "./shared-slots.ts";

/** Limits of concurrently open live streams per process; that of an account holds for all processes together, if there is Redis. */
export interface StreamLimits {
  readonly total: number;
  /** The guests' maximum share of the total: the rest is reserved for members. */
  readonly guests: number;
  readonly perAccount: number;
  /** Per IPv4 address or IPv6 /64; wider networks get a multiple. A studio's members share one IP address. */
  readonly guestsPerNetwork: number;
  readonly membersPerNetwork: number;
}

export const streamLimits: StreamLimits = {
  total: 2_000,
  guests: 1_000,
  perAccount: 12,
  guestsPerNetwork: 48,
  membersPerNetwork: 600,
};

/** Retry-After of a refused client, in seconds. */
const retryAfterSeconds = 30;

const accountOf = ({ viewer, clientIp }: Pick<Ctx, "viewer" | "clientIp">): string =>
  `account ${viewer?.accountId ?? networkOf(clientIp ?? "")}`;

const tooMany = (): RateLimited =>
  new RateLimited(retryAfterSeconds, msg("Too many live streams are open. Close a tab and try again."));

/** Open live streams of this process, counted by account, by network, and by members or guests. */
export class StreamSlots {
  readonly #limits: StreamLimits;
  readonly #taken = new Map<string, number>();

  constructor(limits: StreamLimits = streamLimits) {
    this.#limits = limits;
  }

  /** Number of open streams. */
  get size(): number {
    return this.#count("members") + this.#count("guests");
  }

  /**
   * Takes a slot for a stream.
   * @returns an idempotent function that releases it
   * @throws RateLimited past the limit of an account or network
   * @throws Unavailable when the process is full
   */
  async take(ctx: Pick<Ctx, "viewer" | "clientIp"> & SlotCtx): Promise<() => void> {
    const release = this.#takeHere(ctx);
    const releaseShared = await takeSharedSlot(ctx, accountOf(ctx), this.#limits.perAccount);
    if (!releaseShared) {
      release();
      throw tooMany();
    }
    let isTaken = true;
    return () => {
      if (!isTaken) return;
      isTaken = false;
      release();
      releaseShared();
    };
  }

  /** Takes a slot of this process. */
  #takeHere({ viewer, clientIp }: Pick<Ctx, "viewer" | "clientIp">): () => void {
    const { total, guests, perAccount, guestsPerNetwork, membersPerNetwork } = this.#limits;
    const kind = viewer && !viewer.isAnonymous ? "members" : "guests";
    const perNetwork = kind === "members" ? membersPerNetwork : guestsPerNetwork;
    const account = accountOf({ viewer, clientIp });
    const networks = networkKeys(clientIp).map(({ name, factor }) => ({
      key: `${kind} ${name}`,
      limit: perNetwork * factor,
    }));
    const own = [{ key: account, limit: perAccount }, ...networks];
    if (own.some(({ key, limit }) => this.#count(key) >= limit)) throw tooMany();
    if (this.size >= total || (kind === "guests" && this.#count("guests") >= guests))
      throw new Unavailable(
        msg("Too many live streams are open. Try again in a moment."),
        undefined,
        retryAfterSeconds,
      );
    const keys = [kind, ...own.map(({ key }) => key)];
    for (const key of keys) this.#taken.set(key, this.#count(key) + 1);
    return () => {
      for (const key of keys) {
        const left = this.#count(key) - 1;
        if (left > 0) this.#taken.set(key, left);
        else this.#taken.delete(key);
      }
    };
  }

  #count(key: string): number {
    return this.#taken.get(key) ?? 0;
  }
}
