import { useEffect } from "react";
import { graphql } from "../../../graphql/graphql.ts";
import { useQuery } from "../../../graphql/hooks.ts";
import type { EntryKind } from "./entry.ts";

const LibraryEntryMergedIntoQuery = graphql(`
  query LibraryEntryMergedInto($kind: MergedLibraryEntryKind!, $slug: String!) {
    libraryEntryMergedInto(kind: $kind, slug: $slug)
  }
`);

/**
 * Finds out where an unknown slug leads since its entry was merged.
 * @param slug null for a known one
 * @returns whether it isn't known yet, or leads somewhere
 */
export function useMergedInto(
  kind: EntryKind,
  slug: string | null,
  onMerged: (into: string) => void,
): boolean {
  const [{ data, fetching }] = useQuery({
    query: LibraryEntryMergedIntoQuery,
    variables: { kind, slug: slug ?? "" },
    pause: slug === null,
  });
  const into = slug === null ? null : (data?.libraryEntryMergedInto ?? null);
  useEffect(() => {
    if (into) onMerged(into);
  }, [into, onMerged]);
  return slug !== null && (fetching || into !== null);
}
