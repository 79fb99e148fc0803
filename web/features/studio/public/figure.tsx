import "./figures.css";
import type { ReactNode } from "react";

/** A row of `Figure`s. */
export function Figures({ children }: { children: ReactNode }) {
  return <dl className="heads">{children}</dl>;
}

/** A figure with its name, and a line that explains it. */
export function Figure({ name, note, children }: { name: string; note?: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt className="t1 muted">{name}</dt>
      <dd className="heads-figure">{children}</dd>
      {note && <dd className="t1 muted">{note}</dd>}
    </div>
  );
}
