import "./figures.css";
import type { ReactNode } from "react";

/** A column; that of an action has buttons, whose text says what its label would on phones. */
type Column = { label: string; isFigure?: boolean; isAction?: boolean };

/** A titled table of figures, or a sentence if there are none. The first cell of each row is its header. */
export function FiguresTable({
  id,
  title,
  note,
  empty,
  columns,
  rows,
}: {
  id: string;
  title: string;
  /** Explains the figures. */
  note?: string;
  empty: string;
  columns: readonly Column[];
  rows: readonly { key: string; cells: readonly ReactNode[] }[];
}) {
  return (
    <section className="stack gap-2" aria-labelledby={id}>
      <h2 className="t4" id={id}>
        {title}
      </h2>
      {note && <p className="t1 muted pretty">{note}</p>}
      {rows.length === 0 ? (
        <p className="t1 muted">{empty}</p>
      ) : (
        // Folds on phones. A table wider than another window scrolls by itself; the keyboard must reach the overflow.
        <div className="figures" role="region" aria-labelledby={id} tabIndex={0}>
          <table className="t1">
            <thead>
              <tr>
                {columns.map(({ label, isFigure }) => (
                  <th key={label} scope="col" className={isFigure ? "is-figure" : undefined}>
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ key, cells: [name, ...cells] }) => (
                <tr key={key}>
                  <th scope="row">{name}</th>
                  {cells.map((cell, index) => {
                    const { label, isFigure, isAction } = columns[index + 1]!;
                    return (
                      <td
                        key={label}
                        data-label={isAction ? undefined : label}
                        className={isFigure ? "is-figure" : isAction ? "is-action" : undefined}
                      >
                        {cell}
                      </td>
                    );
                  })}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
