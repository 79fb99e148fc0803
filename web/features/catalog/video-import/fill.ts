import { graphql, type VariablesOf } from "../../../graphql/graphql.ts";
import type { CombinedError, GraphqlClient } from "../../../graphql/hooks.ts";

const FillImport = graphql(`
  mutation VideoImportFill($id: ID!, $itemIds: [ID!]!, $fields: VideoImportFields!) {
    videoImportFill(id: $id, itemIds: $itemIds, fields: $fields) {
      changed
      refused {
        id
        reason
      }
    }
  }
`);
export type FillFields = VariablesOf<typeof FillImport>["fields"];
export type Refused = { id: string; reason: "deleted" | "published" | "no_song" | "view" };

const perRequest = 50;

/** Fills fields of items. @returns how many changed and which couldn't, or the error that ended it */
export async function fillItems(
  client: GraphqlClient,
  importId: string,
  itemIds: readonly string[],
  fields: FillFields,
): Promise<{ changed: number; refused: Refused[] } | { error: CombinedError | undefined }> {
  let changed = 0;
  const refused: Refused[] = [];
  for (let at = 0; at < itemIds.length; at += perRequest) {
    const some = itemIds.slice(at, at + perRequest);
    // oxlint-disable-next-line no-await-in-loop -- One after another, so that the first error ends it.
    const { data, error } = await client.mutation(FillImport, { id: importId, itemIds: some, fields });
    if (!data) return { error };
    changed += data.videoImportFill.changed;
    refused.push(...data.videoImportFill.refused);
  }
  return { changed, refused };
}
