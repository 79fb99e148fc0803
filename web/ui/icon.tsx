import type { LucideIcon } from "lucide-react";
import { classNames } from "./class-names.ts";

export type { LucideIcon };

/**
 * A Lucide icon, always decorative: the parent has the accessible name. 16, 20 and 26 px at the default text
 * size.
 */
export function Icon({ of: Drawing, size = "m" }: { of: LucideIcon; size?: "s" | "m" | "l" }) {
  return (
    <Drawing
      className={classNames("ic", size !== "m" && `ic-${size}`)}
      aria-hidden="true"
      focusable="false"
    />
  );
}
