import { useLingui } from "@lingui/react/macro";
import { useState, type ReactNode } from "react";
import { angleLabel } from "../../../../contract/angles.ts";
import { useClient, useMutation } from "../../../graphql/hooks.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { paths } from "../../../lib/paths.ts";
import { Link } from "../../../lib/router/index.ts";
import { Button } from "../../../ui/button.tsx";
import { fillItems, type FillFields } from "./fill.ts";
import { fieldsFor, valueOf, type ListedField } from "./fill-fields.ts";
import { ImportItemFragment, type ImportItem } from "./import-fragment.ts";

const SeparateItem = graphql(
  `
    mutation VideoImportSeparate($itemId: ID!) {
      videoImportSetView(itemId: $itemId, angle: front) {
        id
        ...VideoImportItem
      }
    }
  `,
  [ImportItemFragment],
);
const maxTitle = 100;

type CellProps = { importId: string; item: ImportItem; onChanged: () => void };

/** Saves a change of one video, and says why it can't be. */
function useCell({ importId, item, onChanged }: CellProps) {
  const { t } = useLingui();
  const client = useClient();
  const [isOpen, setOpen] = useState(false);
  const [returnsFocus, setReturnsFocus] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const open = () => setOpen(true);
  /** `focuses`: the focus returns to the cell, unless the person has moved it elsewhere. */
  const close = (focuses: boolean): void => {
    setOpen(false);
    setReturnsFocus(focuses);
  };
  const save = async (fields: FillFields): Promise<void> => {
    setFault(null);
    const answer = await fillItems(client, importId, [item.id], fields);
    onChanged();
    if ("error" in answer)
      return setFault(answer.error?.graphQLErrors[0]?.message ?? t`Couldn’t save. Try again.`);
    if (answer.refused.length > 0) setFault(t`Couldn’t save. Try again.`);
  };
  return { isOpen, open, close, cell: { fault, returnsFocus }, save };
}

function Cell({
  label,
  text,
  fault,
  returnsFocus,
  onOpen,
}: {
  label: string;
  text: ReactNode;
  fault: string | null;
  returnsFocus: boolean;
  onOpen: () => void;
}) {
  return (
    <>
      <button
        type="button"
        className="import-cell"
        aria-label={label}
        autoFocus={returnsFocus}
        onClick={onOpen}
      >
        {text}
      </button>
      <span role="alert" className="hint hint-bad empty:hidden">
        {fault}
      </span>
    </>
  );
}

/** The title, which is edited in place, and the file; of another view its class. */
export function TitleCell({ main, ...props }: CellProps & { main: ImportItem | null }) {
  const { t, i18n } = useLingui();
  const { item, onChanged } = props;
  const { isOpen, open, close, cell, save } = useCell(props);
  const [, separate] = useMutation(SeparateItem);
  const [typed, setTyped] = useState("");
  const { title, fileName, folder, classId, angle } = item;
  const file = (
    <span className="muted clip">
      <bdi>{folder ? `${folder}/${fileName}` : fileName}</bdi>
    </span>
  );
  if (item.mainId !== null) {
    const view = angleLabel(angle, i18n.locale);
    const mainTitle = main?.title ?? "";
    return (
      <div className="import-title">
        <span>{t`${view} of ${mainTitle}`}</span>
        {file}
        {!classId && (
          <Button
            size="s"
            tone="text"
            onClick={() => void separate({ itemId: item.id }).then(onChanged)}
          >{t`Make it a class of its own`}</Button>
        )}
      </div>
    );
  }
  if (isOpen)
    return (
      <form
        className="import-title"
        onSubmit={(event) => {
          event.preventDefault();
          close(true);
          void save({ title: typed });
        }}
      >
        <input
          className="in"
          aria-label={t`Title of ${fileName}`}
          value={typed}
          maxLength={maxTitle}
          // Opened by a press on this place.
          autoFocus
          onChange={(event) => setTyped(event.target.value)}
          onBlur={() => {
            close(false);
            if (typed.trim() && typed !== title) void save({ title: typed });
          }}
          onKeyDown={(event) => {
            if (event.key === "Escape") close(true);
          }}
        />
        {file}
      </form>
    );
  return (
    <div className="import-title">
      <Cell
        label={t`Title: ${title}. Change`}
        text={<span className="strong">{title}</span>}
        {...cell}
        onOpen={() => {
          setTyped(title);
          open();
        }}
      />
      {file}
      {classId && (
        <Link
          className="link"
          to={paths.editClass(classId)}
          aria-label={t`Open the draft ${title}`}
        >{t`Open the draft`}</Link>
      )}
    </div>
  );
}

/** A value of a list, which is edited in place. */
export function ListedCell({
  field,
  label,
  options,
  ...props
}: CellProps & { field: ListedField; label: string; options: readonly { value: string; label: string }[] }) {
  const { t } = useLingui();
  const { item } = props;
  const { isOpen, open, close, cell, save } = useCell(props);
  const value = valueOf(item, field);
  const shown = options.find((one) => one.value === value)?.label ?? "";
  const { title } = item;
  const more = field === "category" ? item.categories.length - 1 : 0;
  if (!isOpen)
    return (
      <Cell
        label={t`${label} of ${title}: ${shown || t`none`}. Change`}
        text={shown ? more > 0 ? `${shown} +${more}` : shown : <span className="faint">{t`none`}</span>}
        {...cell}
        onOpen={open}
      />
    );
  return (
    <select
      className="in"
      aria-label={t`${label} of ${title}`}
      value={value}
      // Opened by a press on this place.
      autoFocus
      onBlur={() => close(false)}
      onKeyDown={(event) => {
        if (event.key === "Escape") close(true);
      }}
      onChange={(event) => {
        close(true);
        void save(fieldsFor(field, event.target.value));
      }}
    >
      {value === "" && <option value="">{t`Choose`}</option>}
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}

/** The song that the file names, and whether the class has one. */
export function SongCell(props: CellProps) {
  const { t } = useLingui();
  const { cell, save } = useCell(props);
  const { songId, proposedSong, title } = props.item;
  if (!proposedSong) return songId ? t`Set` : null;
  const said = [proposedSong.title, proposedSong.artist].filter(Boolean).join(", ") || proposedSong.isrc;
  const canBeUsed =
    songId === null && (proposedSong.isrc !== null || Boolean(proposedSong.title && proposedSong.artist));
  return (
    <div className="import-title">
      <bdi>{said}</bdi>
      {canBeUsed && (
        <Button
          size="s"
          tone="text"
          aria-label={t`Use this song for ${title}`}
          onClick={() => void save({ usesProposedSong: true })}
        >{t`Use`}</Button>
      )}
      <span role="alert" className="hint hint-bad empty:hidden">
        {cell.fault}
      </span>
    </div>
  );
}
