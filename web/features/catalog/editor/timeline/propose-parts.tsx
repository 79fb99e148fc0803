import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Button } from "../../../../ui/button.tsx";
import { Sheet } from "../../../../ui/sheet.tsx";
import { writeTime, type PartDraft, type PartKind } from "../class-draft.ts";
import { useEditorLabels } from "../labels.ts";
import { numbered } from "./part-edits.ts";

type Proposed = {
  readonly sound: "silence" | "talk" | "music";
  readonly kind: PartKind;
  readonly startMs: number;
  readonly endMs: number;
};
type ProposePartsProps = {
  /** Null until the sound is analyzed. */
  proposed: readonly Proposed[] | null;
  /** There are parts, which the proposal replaces. */
  isAsked: boolean;
  onAccept: (parts: PartDraft[]) => void;
};

/** Fills the timeline with the parts that the sound proposes; asks first if there are any. */
export function ProposeParts({ proposed, isAsked, onAccept }: ProposePartsProps) {
  const { t } = useLingui();
  const { kinds } = useEditorLabels();
  const [isOpen, setOpen] = useState(false);
  const accept = (): void => {
    const titles = numbered(
      (proposed ?? []).map(({ sound, kind }) =>
        sound === "talk" ? t`Talk` : kind === "counts" ? t`Music` : kinds[kind],
      ),
    );
    setOpen(false);
    onAccept(
      (proposed ?? []).map(({ kind, startMs, endMs }, at) => ({
        key: null,
        title: titles[at] ?? "",
        kind,
        start: writeTime(startMs),
        end: writeTime(endMs),
      })),
    );
  };
  return (
    <>
      <Button
        size="s"
        disabledReason={
          proposed === null
            ? t`The sound isn’t analyzed yet.`
            : proposed.length === 0
              ? t`No talk or music found.`
              : null
        }
        onClick={() => (isAsked ? setOpen(true) : accept())}
      >
        {t`Propose parts`}
      </Button>
      {isOpen && (
        <Sheet
          title={t`Replace the parts?`}
          closeLabel={t`Close`}
          onClose={() => setOpen(false)}
          footer={
            <div className="row wrap">
              <Button tone="go" onClick={accept}>{t`Replace parts`}</Button>
              <Button tone="text" onClick={() => setOpen(false)}>{t`Cancel`}</Button>
            </div>
          }
        >
          <p className="muted pretty">{t`Talk and music in the video become new parts. You can undo it.`}</p>
        </Sheet>
      )}
    </>
  );
}
