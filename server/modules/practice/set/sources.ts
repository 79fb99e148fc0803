import type { Ctx } from "../../../ctx.ts";
import type { ClassRow } from "../../catalog/index.ts";

/** A class of a set that another module makes. */
export interface SourceItem {
  readonly studioClass: ClassRow;
  readonly isDanced: boolean;
}
/** Lists what the viewer may dance now, in order; empty for an unknown key. */
type ListItems = (ctx: Ctx, key: string) => Promise<readonly SourceItem[]>;

const sources = new Map<string, ListItems>();

/**
 * Lets another module make sets that aren't stored: those whose ids begin with `prefix`. Call it at module scope.
 * @param list gets the rest of the id
 */
export function defineSetSource(prefix: string, list: ListItems): void {
  sources.set(prefix, list);
}

/** The source of a set by its id; null for a stored set. */
export function sourceOf(id: string): { readonly key: string; readonly list: ListItems } | null {
  for (const [prefix, list] of sources)
    if (id.startsWith(prefix)) return { key: id.slice(prefix.length), list };
  return null;
}
