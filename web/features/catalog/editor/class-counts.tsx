import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { hasCode } from "../../../graphql/codes.ts";
import { defineCacheUpdates } from "../../../graphql/cache.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { useMutation } from "../../../graphql/hooks.ts";
import { invalidatingAllBut } from "../../../graphql/invalidate.ts";
import { formatShare } from "../../../lib/formats.ts";
import { Button } from "../../../ui/button.tsx";
import { showToast } from "../../../ui/toast.ts";
import { EditedClassFragment, type EditedClass } from "./edited-class.ts";

const ConfirmCounts = graphql(
  `
    mutation ConfirmCounts($classId: ID!, $key: String!) {
      confirmCounts(classId: $classId, key: $key) {
        id
        ...EditedClass
      }
    }
  `,
  [EditedClassFragment],
);
defineCacheUpdates({ confirmCounts: invalidatingAllBut("editedClass") });

type ClassCountsProps = { found: EditedClass; counts: NonNullable<EditedClass["counts"]> };

/** How sure the counts of a class are, and the button of an editor who has heard them. */
export function ClassCounts({ found, counts }: ClassCountsProps) {
  const { t } = useLingui();
  const [{ fetching: isBusy }, confirm] = useMutation(ConfirmCounts);
  const [fault, setFault] = useState<string | null>(null);
  const tempo = Math.round(counts.bpm);
  const sure = formatShare(counts.certainty ?? 0);
  const send = async (): Promise<void> => {
    setFault(null);
    const { error } = await confirm({ classId: found.id, key: counts.key });
    if (!error) return showToast(t`Counts confirmed.`);
    setFault(
      hasCode(error, "CHANGED_MEANWHILE")
        ? t`The counts changed. Listen to them again.`
        : t`Couldn’t save. Try again.`,
    );
  };
  return (
    <div className="stack gap-2">
      <h2 className="t3 strong">
        {counts.certainty ? t`Counts: ${tempo} BPM, ${sure} sure` : t`Counts: ${tempo} BPM`}
      </h2>
      {counts.mustBeHeard ? (
        <>
          <p className="t1 muted pretty">{t`Listen to one eight in each part before you publish.`}</p>
          <div>
            <Button size="s" busy={isBusy} onClick={() => void send()}>{t`I’ve heard them`}</Button>
          </div>
        </>
      ) : (
        counts.heardAt && <p className="t1 muted">{t`Heard and confirmed.`}</p>
      )}
      <p role="alert" className="hint hint-bad empty:hidden">
        {fault}
      </p>
    </div>
  );
}
