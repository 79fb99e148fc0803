import type { ReactNode } from "react";

/** A titled table of figures, or a sentence where there are none. Each row's first cell names it. */
export function ReportTable({
  id,
  title,
  empty,
  columns,
  rows,
}: {
  id: string;
  title: string;
  empty: string;
  columns: readonly { label: string; isFigure?: boolean }[];
  rows: readonly { key: string; cells: readonly ReactNode[] }[];
}) {
  const sideOf = (at: number) => (columns[at]?.isFigure ? "is-figure" : undefined);
  return (
    <section className="stack gap-2" aria-labelledby={id}>
      <h2 className="t4" id={id}>
        {title}
      </h2>
      {rows.length === 0 ? (
        <p className="t1 muted">{empty}</p>
      ) : (
        // A wide table scrolls within itself; the keyboard must reach what is out of sight.
        <div className="report-table" role="region" aria-labelledby={id} tabIndex={0}>
          <table className="t1">
            <thead>
              <tr>
                {columns.map(({ label }, at) => (
                  <th key={label} scope="col" className={sideOf(at)}>
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ key, cells: [name, ...cells] }) => (
                <tr key={key}>
                  <th scope="row">{name}</th>
                  {cells.map((cell, at) => (
                    <td key={columns[at + 1]!.label} className={sideOf(at + 1)}>
                      {cell}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
