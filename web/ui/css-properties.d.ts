import "react";

declare module "react" {
  interface CSSProperties {
    /** How much of a tick or a slider is filled, 0 to 1. */
    "--f"?: number;
    /** Height of a step of the tempo ladder. */
    "--h"?: string;
  }
}
