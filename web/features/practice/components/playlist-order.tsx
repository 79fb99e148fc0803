import { useLingui } from "@lingui/react/macro";
import { GripVertical, X } from "lucide-react";
import { useMovableRows } from "../../../layouts/movable-rows.tsx";
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
  const shown = ids.flatMap((id) => playlist.classes.filter((one) => one.id === id));
  const rows = useMovableRows<string | null>({
    step: (id, title, by) => {
      const moved = stepped(ids, id, by);
      if (moved === ids) return null;
      void change(moved);
      const place = moved.indexOf(id) + 1;
      const total = moved.length;
      return t`${title}: place ${place} of ${total}`;
    },
    place: (id, before) => void change(placed(ids, id, before)),
  });
  return (
    <>
      {rows.status}
      <ol className="playlist-classes" ref={rows.ref} {...rows.zoneProps(null)}>
        {shown.map((found, index) => {
          const { id, title: name } = found;
          return (
            <li key={id} {...rows.rowProps(id, name, id)}>
              <span className="playlist-grip" aria-hidden="true">
                <Icon of={GripVertical} size="s" />
              </span>
              <b className="num tn" aria-hidden="true">
                {index + 1}
              </b>
              <PlaylistClassRow found={found} setId={playlist.setId} />
              <span className="row">
                {rows.stepButtons(id, name)}
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
