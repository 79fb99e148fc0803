import type { ReactNode } from "react";

/** A bar chart with one scale, a name and a text per bar; a part of each bar can be highlighted. */
export function Bars({
  label,
  rows,
}: {
  label: string;
  rows: readonly { key: string; name: string; amount: number; marked?: number; words: ReactNode }[];
}) {
  const max = Math.max(1, ...rows.map(({ amount }) => amount));
  const width = (amount: number): string => `${(amount / max) * 100}%`;
  return (
    <ul className="bars" aria-label={label}>
      {rows.map(({ key, name, amount, marked, words }) => (
        <li key={key}>
          <span className="bars-name">{name}</span>
          <span className="bars-words">{words}</span>
          <span className="bars-track" aria-hidden="true">
            <span
              className={marked === undefined ? "bars-fill is-marked" : "bars-fill"}
              style={{ width: width(amount) }}
            />
            {marked !== undefined && (
              <span className="bars-fill is-marked" style={{ width: width(marked) }} />
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}
