import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { defineCacheUpdates } from "../../../graphql/cache.ts";
import { hasCode } from "../../../graphql/codes.ts";
import { graphql, type ResultOf } from "../../../graphql/graphql.ts";
import { useMutation, useQuery } from "../../../graphql/hooks.ts";
import { invalidatingAllBut } from "../../../graphql/invalidate.ts";
import { Select } from "../../../ui/select.tsx";
import { ActDialog, WhatHappens } from "../../studio/public/act-dialog.tsx";

const LibraryEntryMergeQuery = graphql(`
  query LibraryEntryMerge($kind: MergedLibraryEntryKind!, $from: String!, $into: String!) {
    libraryEntryMerge(kind: $kind, from: $from, into: $into) {
      classes
      followers
      followersOfBoth
    }
  }
`);
const MergeLibraryEntry = graphql(`
  mutation MergeLibraryEntry($kind: MergedLibraryEntryKind!, $from: String!, $into: String!) {
    mergeLibraryEntry(kind: $kind, from: $from, into: $into)
  }
`);
defineCacheUpdates({ mergeLibraryEntry: invalidatingAllBut() });

type Entry = { slug: string; name: string };
type MergeEntryProps = {
  kind: "style" | "category";
  entry: Entry;
  /** All of its kind. */
  entries: readonly Entry[];
  onMerged: () => void;
  onClose: () => void;
};

/** Merges a style or category into another one, and says before what that moves. */
export function MergeEntry({ kind, entry, entries, onMerged, onClose }: MergeEntryProps) {
  const { t } = useLingui();
  const { slug: from, name } = entry;
  const [slug, setSlug] = useState("");
  const into = entries.find((one) => one.slug === slug);
  const [{ data, error }] = useQuery({
    query: LibraryEntryMergeQuery,
    variables: { kind, from, into: slug },
    pause: !into,
    requestPolicy: "network-only",
  });
  const [, merge] = useMutation(MergeLibraryEntry);
  const counts = into && !error ? data?.libraryEntryMerge : undefined;
  const gone =
    kind === "style" ? t`This style doesn’t exist anymore.` : t`This category doesn’t exist anymore.`;
  const target = into?.name;
  const options = entries.filter((one) => one.slug !== from);
  return (
    <ActDialog
      title={t`Merge ${name}`}
      action={target ? t`Merge into ${target}` : t`Merge`}
      done={t`${name} merged.`}
      isReady={counts !== undefined}
      explain={(failed) => (hasCode(failed, "NOT_FOUND") ? gone : null)}
      onAct={() => merge({ kind, from, into: slug })}
      onDone={onMerged}
      onClose={onClose}
    >
      <Select
        label={t`Merge into`}
        value={slug}
        options={[
          { value: "", label: kind === "style" ? t`Choose a style` : t`Choose a category` },
          ...options.map((one) => ({ value: one.slug, label: one.name })),
        ]}
        fault={error ? (hasCode(error, "NOT_FOUND") ? gone : t`We couldn’t connect. Try again.`) : null}
        onChoose={setSlug}
      />
      {into && counts && <Consequences kind={kind} from={name} into={into.name} counts={counts} />}
    </ActDialog>
  );
}

type ConsequencesProps = {
  kind: "style" | "category";
  from: string;
  into: string;
  counts: ResultOf<typeof LibraryEntryMergeQuery>["libraryEntryMerge"];
};

function Consequences({ kind, from, into, counts }: ConsequencesProps) {
  const { t } = useLingui();
  const { classes, followers, followersOfBoth } = counts;
  const sentences = [
    plural(classes, {
      0: `No class moves.`,
      one: `# class moves to ${into}, drafts included.`,
      other: `# classes move to ${into}, drafts included.`,
    }),
    plural(followers, {
      0: `No one follows ${from}.`,
      one: `# follower moves to ${into}.`,
      other: `# followers move to ${into}.`,
    }),
    ...(followersOfBoth > 0
      ? [
          plural(followersOfBoth, {
            one: `# of them follows ${into} already.`,
            other: `# of them follow ${into} already.`,
          }),
        ]
      : []),
    ...(kind === "category" ? [t`${into} serves the goals of both.`] : []),
    t`Links to ${from} lead to ${into}.`,
    t`${from} and its translations are deleted. You can’t undo it.`,
  ];
  return <WhatHappens sentences={sentences} />;
}
