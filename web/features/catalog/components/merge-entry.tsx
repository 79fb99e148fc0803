import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { defineCacheUpdates } from "../../../graphql/cache.ts";
import { hasCode } from "../../../graphql/codes.ts";
import { graphql, type ResultOf } from "../../../graphql/graphql.ts";
import { useMutation, useQuery } from "../../../graphql/hooks.ts";
import { invalidatingAllBut } from "../../../graphql/invalidate.ts";
import { Select } from "../../../ui/select.tsx";
import type { Entry, EntryKind } from "./entry.ts";
import { ActDialog, WhatHappens } from "../../studio/public/act-dialog.tsx";

const LibraryEntryMergeQuery = graphql(`
  query LibraryEntryMerge($kind: MergedLibraryEntryKind!, $from: String!, $into: String!) {
    libraryEntryMerge(kind: $kind, from: $from, into: $into) {
      classes
      followers
      followersOfBoth
      categories
    }
  }
`);
const MergeLibraryEntry = graphql(`
  mutation MergeLibraryEntry($kind: MergedLibraryEntryKind!, $from: String!, $into: String!) {
    mergeLibraryEntry(kind: $kind, from: $from, into: $into)
  }
`);
defineCacheUpdates({ mergeLibraryEntry: invalidatingAllBut() });

type MergeEntryProps = {
  kind: EntryKind;
  entry: Entry;
  /** All of its kind. */
  entries: readonly Entry[];
  onMerged: () => void;
  onClose: () => void;
};

/** Merges an entry of the library into another one, and says before what that moves. */
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
  const gone = {
    style: t`This style doesn’t exist anymore.`,
    category: t`This category doesn’t exist anymore.`,
    section: t`This section doesn’t exist anymore.`,
    instructor: t`This instructor doesn’t exist anymore.`,
  }[kind];
  const choose = {
    style: t`Choose a style`,
    category: t`Choose a category`,
    section: t`Choose a section`,
    instructor: t`Choose an instructor`,
  };
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
          { value: "", label: choose[kind] },
          ...options.map((one) => ({ value: one.slug, label: labelOf(one, options) })),
        ]}
        fault={error ? (hasCode(error, "NOT_FOUND") ? gone : t`We couldn’t connect. Try again.`) : null}
        onChoose={setSlug}
      />
      {into && counts && <Consequences kind={kind} from={entry} into={into} counts={counts} />}
    </ActDialog>
  );
}

/** Its name; with the username if another one is called the same, as instructors may be. */
const labelOf = ({ slug, name, username }: Entry, all: readonly Entry[]): string =>
  all.some((one) => one.slug !== slug && one.name === name)
    ? `${name} (${username ? `@${username}` : slug})`
    : name;

type ConsequencesProps = {
  kind: EntryKind;
  from: Entry;
  into: Entry;
  counts: ResultOf<typeof LibraryEntryMergeQuery>["libraryEntryMerge"];
};

function Consequences({ kind, from: merged, into: target, counts }: ConsequencesProps) {
  const { t } = useLingui();
  const { classes, followers, followersOfBoth, categories } = counts;
  const from = merged.name;
  const into = target.name;
  const username = merged.username ? `@${merged.username}` : null;
  const sentences = [
    plural(classes, {
      0: `No class moves.`,
      one: `# class moves to ${into}, drafts included.`,
      other: `# classes move to ${into}, drafts included.`,
    }),
    ...(kind === "section"
      ? [
          plural(categories, {
            0: `No category moves.`,
            one: `# category moves to ${into}.`,
            other: `# categories move to ${into}.`,
          }),
        ]
      : [
          plural(followers, {
            0: `No one follows ${from}.`,
            one: `# follower moves to ${into}.`,
            other: `# followers move to ${into}.`,
          }),
        ]),
    ...(followersOfBoth > 0
      ? [
          plural(followersOfBoth, {
            one: `# of them follows ${into} already.`,
            other: `# of them follow ${into} already.`,
          }),
        ]
      : []),
    ...(kind === "category" ? [t`${into} serves the goals of both.`] : []),
    ...(kind === "instructor"
      ? [
          t`${into} gets the links of both, and the photo and description if there are none yet.`,
          ...(username
            ? [
                target.username
                  ? t`${username} no longer has an instructor page.`
                  : t`The page of ${into} belongs to ${username}.`,
              ]
            : []),
        ]
      : []),
    t`Links to ${from} lead to ${into}.`,
    kind === "instructor"
      ? t`The page of ${from} is deleted. You can’t undo it.`
      : t`${from} and its translations are deleted. You can’t undo it.`,
  ];
  return <WhatHappens sentences={sentences} />;
}
