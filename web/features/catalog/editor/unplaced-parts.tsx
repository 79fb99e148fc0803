import { useLingui } from "@lingui/react/macro";
import { use, useState } from "react";
import { codeOf } from "../../../graphql/codes.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { useMutation } from "../../../graphql/hooks.ts";
import { formatDuration } from "../../../lib/formats.ts";
import { Button } from "../../../ui/button.tsx";
import { Sheet } from "../../../ui/sheet.tsx";
import { EditedClassFragment, type EditedClass } from "./edited-class.ts";
import { useEditorLabels } from "./labels.ts";
import { PreviewContext } from "./preview-handle.ts";
import { placeAgain } from "./timeline/part-edits.ts";
import type { ClassEditing } from "./use-class-draft.ts";

const DeleteUnplacedPart = graphql(
  `
    mutation DeleteUnplacedPart($classId: ID!, $key: Int!) {
      deleteUnplacedPart(classId: $classId, key: $key) {
        id
        ...EditedClass
      }
    }
  `,
  [EditedClassFragment],
);

type UnplacedPart = EditedClass["unplacedParts"][number];
type UnplacedPartsProps = { found: EditedClass; editing: ClassEditing };

/** Parts that the video of a class doesn't have, or has only in part: to place again by hand, or to delete. */
export function UnplacedParts({ found, editing }: UnplacedPartsProps) {
  const { t } = useLingui();
  const { kinds } = useEditorLabels();
  const preview = use(PreviewContext);
  const [asked, setAsked] = useState<UnplacedPart | null>(null);
  const { parts } = editing.draft;
  const unplaced = found.unplacedParts.filter(({ key }) => !parts.some((part) => part.key === key));
  const shortened = found.shortenedParts.flatMap((cut) => {
    const part = parts.find(({ key }) => key === cut.key);
    return part ? [{ ...cut, title: part.title }] : [];
  });
  if (unplaced.length + shortened.length === 0) return null;
  const place = ({ key, title, kind, startMs, endMs }: UnplacedPart): void => {
    const ms = preview?.handle.current?.nearestEightMs() ?? startMs;
    const part = { key, title, kind, lengthMs: endMs - startMs };
    editing.setParts(placeAgain(parts, part, ms, found.durationInMs ?? Infinity));
  };
  return (
    <section className="edit-note stack gap-2" aria-labelledby="unplaced-parts">
      <h3 className="t3 strong" id="unplaced-parts">{t`These parts don’t fit the video`}</h3>
      <p className="t1 muted pretty">
        {t`Restoring the former video, or undoing the trim, brings them back with members’ progress.`}
      </p>
      <ul className="edit-unplaced">
        {unplaced.map((part) => {
          const { key, title } = part;
          const kind = kinds[part.kind];
          const [from, to] = [formatDuration(part.startMs), formatDuration(part.endMs)];
          return (
            <li key={key}>
              <p className="t1">
                <span className="strong">{title}</span>{" "}
                <span className="muted tn">{t`${kind}, was at ${from}–${to}. Hidden from members.`}</span>
              </p>
              <div className="row wrap gap-2">
                <Button size="s" aria-label={t`Place ${title} on the timeline`} onClick={() => place(part)}>
                  {t`Place`}
                </Button>
                <Button size="s" tone="bare" aria-label={t`Delete ${title}`} onClick={() => setAsked(part)}>
                  {t`Delete`}
                </Button>
              </div>
            </li>
          );
        })}
        {shortened.map(({ key, title, cutAtStartInMs, cutAtEndInMs }) => (
          <li key={key}>
            <p className="t1">
              <span className="strong">{title}</span>{" "}
              <span className="muted">
                <Shortened startMs={cutAtStartInMs} endMs={cutAtEndInMs} />
              </span>
            </p>
          </li>
        ))}
      </ul>
      {asked && <DeletePart classId={found.id} part={asked} onClose={() => setAsked(null)} />}
    </section>
  );
}

/** How much of a part is missing. Milliseconds. */
function Shortened({ startMs, endMs }: { startMs: number; endMs: number }) {
  const { t, i18n } = useLingui();
  const write = (ms: number) =>
    i18n.number(ms / 1000, { style: "unit", unit: "second", unitDisplay: "long", maximumFractionDigits: 1 });
  const [start, end] = [write(startMs), write(endMs)];
  if (startMs <= 0) return t`Shortened by ${end} at its end.`;
  return endMs <= 0
    ? t`Shortened by ${start} at its start.`
    : t`Shortened by ${start} at its start and ${end} at its end.`;
}

function DeletePart({
  classId,
  part,
  onClose,
}: {
  classId: string;
  part: UnplacedPart;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const [{ fetching }, deletePart] = useMutation(DeleteUnplacedPart);
  const [hasFailed, setFailed] = useState(false);
  const { key, title } = part;
  const remove = async (): Promise<void> => {
    setFailed(false);
    const { error } = await deletePart({ classId, key });
    // Deleted by another editor, or in a video that has it again.
    if (error && codeOf(error) !== "NOT_FOUND") return setFailed(true);
    onClose();
  };
  return (
    <Sheet
      title={t`Delete this part?`}
      closeLabel={t`Close`}
      onClose={onClose}
      footer={
        <div className="row wrap">
          <Button tone="bad" busy={fetching} onClick={() => void remove()}>{t`Delete part`}</Button>
          <Button tone="text" onClick={onClose}>{t`Cancel`}</Button>
        </div>
      }
    >
      <p className="muted pretty">{t`“${title}” won’t come back with the former video, nor will members’ progress in it.`}</p>
      <p role="alert" className="hint hint-bad empty:hidden">
        {hasFailed && t`Couldn’t delete the part. Try again.`}
      </p>
    </Sheet>
  );
}
