import { useLingui } from "@lingui/react/macro";
import { ArrowDown, ArrowUp, GripVertical, X } from "lucide-react";
import { useRef, useState, type KeyboardEvent } from "react";
import { IconButton } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { useChangePlaylist } from "../actions/change-playlist.ts";
import { PlaylistClassRow } from "./playlist-class.tsx";
import type { PlaylistClass } from "./playlist-fragment.ts";
import { placed, stepped } from "./playlist-moves.ts";
import { usePlaylistOrder } from "./use-playlist-order.ts";

type PlaylistOrderProps = {
  playlist: { id: string; revision: number; setId: string; classes: readonly PlaylistClass[] };
  reload: () => void;
};

/** The classes of one's own playlist. A class moves by buttons, by Alt and an arrow key, or by dragging. */
export function PlaylistOrder({ playlist, reload }: PlaylistOrderProps) {
  const { t } = useLingui();
  const { ids, change } = usePlaylistOrder(playlist, reload);
  const { remove } = useChangePlaylist();
  const [dragged, setDragged] = useState<string | null>(null);
  const [said, setSaid] = useState("");
  const list = useRef<HTMLOListElement>(null);
  const shown = ids.flatMap((id) => playlist.classes.filter((one) => one.id === id));

  const move = (id: string, title: string, by: -1 | 1): void => {
    const moved = stepped(ids, id, by);
    if (moved === ids) return;
    void change(moved);
    const place = moved.indexOf(id) + 1;
    const total = moved.length;
    setSaid(t`${title}: place ${place} of ${total}`);
    // The row moved: focus follows it after the render.
    requestAnimationFrame(() =>
      list.current
        ?.querySelector<HTMLElement>(`[data-class="${id}"] [data-move="${by < 0 ? "up" : "down"}"]`)
        ?.focus(),
    );
  };
  const onKeyDown = (event: KeyboardEvent, id: string, title: string): void => {
    if (!event.altKey || (event.key !== "ArrowUp" && event.key !== "ArrowDown")) return;
    event.preventDefault();
    move(id, title, event.key === "ArrowUp" ? -1 : 1);
  };
  const drop = (before: string | null): void => {
    if (dragged !== null) void change(placed(ids, dragged, before));
    setDragged(null);
  };
  return (
    <>
      <p className="sr-only" role="status">
        {said}
      </p>
      <ol
        className="playlist-classes"
        ref={list}
        onDragOver={(event) => dragged !== null && event.preventDefault()}
        onDrop={() => drop(null)}
      >
        {shown.map((found, index) => {
          const { id, title: name } = found;
          return (
            <li
              key={id}
              data-class={id}
              data-dragged={dragged === id || undefined}
              draggable
              onKeyDown={(event) => onKeyDown(event, id, name)}
              onDragStart={() => setDragged(id)}
              onDragEnd={() => setDragged(null)}
              onDrop={(event) => {
                event.stopPropagation();
                drop(id);
              }}
            >
              <span className="playlist-grip" aria-hidden="true">
                <Icon of={GripVertical} size="s" />
              </span>
              <b className="num tn" aria-hidden="true">
                {index + 1}
              </b>
              <PlaylistClassRow found={found} setId={playlist.setId} />
              <span className="row">
                <IconButton
                  icon={ArrowUp}
                  data-move="up"
                  label={t`Move up: ${name}`}
                  onClick={() => move(id, name, -1)}
                />
                <IconButton
                  icon={ArrowDown}
                  data-move="down"
                  label={t`Move down: ${name}`}
                  onClick={() => move(id, name, 1)}
                />
                <IconButton
                  icon={X}
                  label={t`Remove: ${name}`}
                  onClick={() => void remove(playlist.id, { classId: id, title: name, place: index + 1 })}
                />
              </span>
            </li>
          );
        })}
      </ol>
    </>
  );
}
