import { useLingui } from "@lingui/react/macro";
import { Ellipsis } from "lucide-react";
import { readFragment, type FragmentOf } from "../../../graphql/graphql.ts";
import { formatDuration, formatShare } from "../../../lib/formats.ts";
import { paths } from "../../../lib/paths.ts";
import { Link } from "../../../lib/router/index.ts";
import { useDetailsMenu } from "../../../lib/use-details-menu.ts";
import { classNames } from "../../../ui/class-names.ts";
import { Icon } from "../../../ui/icon.tsx";
import { Picture } from "../../../ui/picture.tsx";
import { ClassWhen } from "./class-when.tsx";
import { useManagedLabels } from "./labels.ts";
import { ManagedClassFragment, type ManagedClass, type Named } from "./managed-class.ts";
import { useCopyClass } from "./use-copy-class.ts";

type RowsProps = {
  classes: readonly (FragmentOf<typeof ManagedClassFragment> & { id: string })[];
  instructors: Named;
  /** May change what is in the library, and choose many. */
  canEdit: boolean;
  /** May open drafts and copy classes. */
  canDraft: boolean;
  chosen: ReadonlySet<string>;
  onChoose: (ids: readonly string[], isChosen: boolean) => void;
};

/** A page of the list as a table; on phones each row folds into a block. */
export function ClassRows({ classes, instructors, canEdit, canDraft, chosen, onChoose }: RowsProps) {
  const { t } = useLingui();
  return (
    <table className="records managed t1">
      <thead>
        <tr>
          {canEdit && <td className="managed-choice" />}
          <th scope="col">{t`Class`}</th>
          <th scope="col">{t`Status`}</th>
          <th scope="col">{t({ message: "When", comment: "Column: since when, or when next" })}</th>
          <th scope="col" className="managed-number">{t`Dancers`}</th>
          <th scope="col" className="managed-number">{t`Finished`}</th>
          <th scope="col" className="managed-number">{t`Saved`}</th>
          <th scope="col">{t`Most stop at`}</th>
          <th scope="col">
            <span className="sr-only">{t`More`}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {classes.map((masked) => {
          const found = readFragment(ManagedClassFragment, masked);
          return (
            <Row
              key={found.id}
              found={found}
              instructor={instructors.find(({ slug }) => slug === found.instructor)?.name ?? null}
              canEdit={canEdit}
              canDraft={canDraft}
              isChosen={chosen.has(found.id)}
              onChoose={(isChosen) => onChoose([found.id], isChosen)}
            />
          );
        })}
      </tbody>
    </table>
  );
}

type RowProps = Pick<RowsProps, "canEdit" | "canDraft"> & {
  found: ManagedClass;
  instructor: string | null;
  isChosen: boolean;
  onChoose: (isChosen: boolean) => void;
};

function Row({ found, instructor, canEdit, canDraft, isChosen, onChoose }: RowProps) {
  const { t } = useLingui();
  const { states } = useManagedLabels();
  const { classId, title, state, figures } = found;
  const isPublished = state === "in_library" || state === "leaving";
  const stopsAt = figures?.stopsAtInMs ?? null;
  const part = found.parts.find(
    ({ startMs, endMs }) => stopsAt !== null && startMs <= stopsAt && stopsAt < endMs,
  );
  return (
    <tr className={classNames(isChosen && "is-chosen")}>
      {canEdit && (
        <td className="managed-choice">
          <input
            type="checkbox"
            className="check"
            aria-label={t`Select ${title}`}
            checked={isChosen}
            onChange={() => onChoose(!isChosen)}
          />
        </td>
      )}
      <th scope="row">
        <Link
          className="records-who managed-who"
          to={canEdit || !isPublished ? paths.editClass(classId) : paths.studioClass(classId)}
        >
          <span className="managed-picture">
            <Picture url={found.thumbnailImageUrl} sizes="4rem" />
          </span>
          <span>
            <span className="strong clip">{title}</span>
            {instructor && (
              <span className="muted clip">
                <bdi>{instructor}</bdi>
              </span>
            )}
          </span>
        </Link>
      </th>
      <td className="managed-state">
        <span className={classNames("tag", !isPublished && "tag-line")}>{states[state]}</span>
      </td>
      <td className="managed-when muted">
        <ClassWhen found={found} />
      </td>
      {[
        [t`Dancers`, figures?.dancers],
        [t`Finished`, figures && formatShare(figures.finishedPercent / 100)],
        [t`Saved`, figures?.saved],
      ].map(([label, value]) => (
        <td className="managed-number tn" data-label={label} key={label}>
          {value}
        </td>
      ))}
      <td className="muted" data-label={t`Most stop at`}>
        {stopsAt !== null && (part ? `${part.title}, ${formatDuration(stopsAt)}` : formatDuration(stopsAt))}
      </td>
      <td className="managed-menu">
        {(isPublished || canDraft) && <RowMenu found={found} canDraft={canDraft} />}
      </td>
    </tr>
  );
}

function RowMenu({ found, canDraft }: { found: ManagedClass; canDraft: boolean }) {
  const { t } = useLingui();
  const { box, onKeyDown } = useDetailsMenu();
  const { copy, isCopying } = useCopyClass();
  const { id, classId, title, state } = found;
  return (
    <details ref={box} className="drop managed-more" onKeyDown={onKeyDown}>
      <summary aria-label={t`More for ${title}`}>
        <Icon of={Ellipsis} />
      </summary>
      <div>
        {(state === "in_library" || state === "leaving") && (
          <>
            <Link to={paths.studioClass(classId)} aria-label={t`View ${title}`}>{t`View`}</Link>
            <Link to={paths.classFigures(classId)} aria-label={t`Figures of ${title}`}>{t`Figures`}</Link>
            <Link to={paths.loops(classId)} aria-label={t`Loops for ${title}`}>{t`Loops`}</Link>
            <Link to={paths.beat(classId)} aria-label={t`Counts for ${title}`}>{t`Counts`}</Link>
          </>
        )}
        {canDraft && (
          <button
            type="button"
            aria-label={t`Duplicate ${title} as a template`}
            disabled={isCopying}
            onClick={() => void copy(id)}
          >
            {t`Duplicate as template`}
          </button>
        )}
      </div>
    </details>
  );
}
