import { classNames } from "./class-names.ts";

const ticks = [0, 1, 2, 3, 4, 5, 6, 7] as const;

/** How one tick stands: `done`, `now` with the share of it that is lit (above 0, below 1), or ahead (neither). */
function tickAt(value: number, tick: number): { done: boolean; now: boolean; fill: number } {
  const eights = Math.min(1, Math.max(0, value)) * 8;
  const done = eights >= tick + 1;
  const fill = done ? 0 : Math.max(0, eights - tick);
  return { done, now: fill > 0, fill: Math.round(fill * 100) / 100 };
}

type EightProps = {
  /** 0 to 1. */
  value: number;
  /** Says what is counted, with its figure where that matters. */
  label: string;
  /** `sm` lies on pictures and in rows, `md` stands in headers, `lg` has numerals and stands once per screen. */
  size?: "sm" | "md" | "lg";
  className?: string;
};

/** Progress in eights: chalk is done, the lamp is where you are, eight of eight is yours. */
export function Eight({ value, label, size = "sm", className }: EightProps) {
  return (
    <div
      className={classNames("eight", size !== "sm" && `eight-${size}`, value >= 1 && "full", className)}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={8}
      aria-valuenow={Math.round(Math.min(1, Math.max(0, value)) * 80) / 10}
    >
      {ticks.map((tick) => {
        const { done, now, fill } = tickAt(value, tick);
        const drawn = (
          <i
            key={tick}
            className={done ? "on" : now ? "now" : undefined}
            style={now ? { "--f": fill } : undefined}
          />
        );
        if (size !== "lg") return drawn;
        return (
          <span key={tick} aria-hidden="true">
            {drawn}
            {tick + 1}
          </span>
        );
      })}
    </div>
  );
}
