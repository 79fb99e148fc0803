import "react";

declare module "react" {
  interface CSSProperties {
    /** Filled share of a tick or a slider, 0 to 1. */
    "--f"?: number;
    /** Height of a step of the tempo ladder. */
    "--h"?: string;
    /** Width of a part below a chart, as a share of the others. */
    "--w"?: string;
    /** Colors of the accent. */
    "--spot"?: string;
    "--spot-text"?: string;
    "--spot-mark"?: string;
  }
}
