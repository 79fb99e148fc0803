import type { Tx } from "../../../ctx.ts";

type Work = (tx: Tx, personIds: readonly string[]) => Promise<void>;
const works: Work[] = [];

/** Lets a module above use the rows of people in the transaction that deletes them. Call it at module scope. */
export function beforeDeletion(work: Work): void {
  works.push(work);
}

/** Call it with people who are locked, before their rows are deleted. */
export async function prepareDeletion(tx: Tx, personIds: readonly string[]): Promise<void> {
  for (const work of works) await work(tx, personIds);
}
