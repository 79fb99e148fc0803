import "react";

declare module "react" {
  interface CSSProperties {
    /** Filled share of a tick or a slider, 0 to 1. */
    "--f"?: number;
    /** Height of a step of the tempo ladder. */
    "--h"?: string;
  }
}
