import { classNames } from "./class-names.ts";

const ticks = [0, 1, 2, 3, 4, 5, 6, 7] as const;

/** State of one tick: `done`, `now` as the lit share (above 0, below 1), or ahead (neither). */
function tickAt(value: number, tick: number): { done: boolean; now: boolean; fill: number } {
  const eights = Math.min(1, Math.max(0, value)) * 8;
  const done = eights >= tick + 1;
  const fill = done ? 0 : Math.max(0, eights - tick);
  return { done, now: fill > 0, fill: Math.round(fill * 100) / 100 };
}

type EightProps = {
  /** 0 to 1. */
  value: number;
  /** Accessible label: what is counted, with its figure where relevant. */
  label: string;
  /** `sm` for images and rows, `md` for headers, `lg` with numerals, once per screen. */
  size?: "sm" | "md" | "lg";
  className?: string;
};

/** Progress in eights: chalk is done, spot is the current position, earned is complete. */
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
