import { useLingui } from "@lingui/react/macro";
import { ArrowDown, ArrowUp, Trash2 } from "lucide-react";
import type { KeyboardEvent } from "react";
import { IconButton } from "../../../ui/button.tsx";

type EntryActsProps = {
  /** What screen readers call the entry. */
  name: string;
  canMove: (by: -1 | 1) => boolean;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
};

/** Buttons that move and remove an entry of a list. On them, Alt and an arrow key move it as well. */
export function EntryActs({ name, canMove, onMove, onRemove }: EntryActsProps) {
  const { t } = useLingui();
  const move = (by: -1 | 1): void => {
    if (canMove(by)) onMove(by);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!event.altKey || (event.key !== "ArrowUp" && event.key !== "ArrowDown")) return;
    event.preventDefault();
    move(event.key === "ArrowUp" ? -1 : 1);
  };
  return (
    <span className="row landing-acts" onKeyDown={onKeyDown}>
      <IconButton
        icon={ArrowUp}
        data-act="up"
        label={t`Move up: ${name}`}
        aria-disabled={!canMove(-1)}
        onClick={() => move(-1)}
      />
      <IconButton
        icon={ArrowDown}
        data-act="down"
        label={t`Move down: ${name}`}
        aria-disabled={!canMove(1)}
        onClick={() => move(1)}
      />
      <IconButton icon={Trash2} data-act="remove" label={t`Remove: ${name}`} onClick={onRemove} />
    </span>
  );
}
