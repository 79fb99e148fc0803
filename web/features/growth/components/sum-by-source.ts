type Row = { source: string | null; people: number; trials: number; paid: number };

/** Sums campaigns by source, largest first. */
export function sumBySource(rows: readonly Row[]): Row[] {
  return [...Map.groupBy(rows, ({ source }) => source)]
    .map(([source, of]) => {
      const sum = (name: "people" | "trials" | "paid") => of.reduce((all, row) => all + row[name], 0);
      return { source, people: sum("people"), trials: sum("trials"), paid: sum("paid") };
    })
    .toSorted((a, b) => b.people - a.people);
}
