import { useLingui } from "@lingui/react/macro";
import { useMutation } from "../../../graphql/hooks.ts";
import { defineCacheUpdates } from "../../../graphql/cache.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { invalidateQueries } from "../../../graphql/invalidate.ts";
import { CloseWithNote } from "./close-with-note.tsx";

const Close = graphql(`
  mutation DifferenceClose($id: ID!, $note: String!) {
    differenceClose(id: $id, note: $note)
  }
`);
defineCacheUpdates({ differenceClose: invalidateQueries });

/** Closes a difference with a note of what it was. */
export function CloseDifference({ id }: { id: string }) {
  const { t } = useLingui();
  const [, close] = useMutation(Close);
  return (
    <CloseWithNote
      label={t`Explanation`}
      closedText={t`Difference closed.`}
      close={(note) => close({ id, note })}
    />
  );
}
