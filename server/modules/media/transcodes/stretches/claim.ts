import type { Ctx } from "../../../../ctx.ts";
import { renewClaim } from "./store.ts";
import type { StretchClaim } from "./store.ts";

const renewEveryMs = 5_000;

/** A claim that is being renewed. */
export interface HeldClaim {
  /** Aborts with `signal`, and when the stretch is another worker's or no longer needed. */
  readonly signal: AbortSignal;
  /** Whether it is another worker's or no longer needed. */
  isLost(): boolean;
  end(): void;
}

/** Renews a claim until it ends. While the database is away, the work goes on. */
export function holdClaim(ctx: Ctx, claim: StretchClaim, signal: AbortSignal): HeldClaim {
  const lost = new AbortController();
  const timer = setInterval(() => {
    renewClaim(ctx.db, claim).then(
      (isHeld) => {
        if (!isHeld) lost.abort();
      },
      (error: unknown) => ctx.log.debug({ err: error }, "The claim of a stretch could not be renewed"),
    );
  }, renewEveryMs);
  return {
    signal: AbortSignal.any([signal, lost.signal]),
    isLost: () => lost.signal.aborted,
    end: () => clearInterval(timer),
  };
}
