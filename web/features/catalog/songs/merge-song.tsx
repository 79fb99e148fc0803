import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { codeOf } from "../../../graphql/codes.ts";
import { defineCacheUpdates } from "../../../graphql/cache.ts";
import { useMutation } from "../../../graphql/hooks.ts";
import { invalidatingAllBut } from "../../../graphql/invalidate.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { Button } from "../../../ui/button.tsx";
import { showToast } from "../../../ui/toast.ts";
import type { EditedSong } from "./song-fragment.ts";
import { SongPicker, type FoundSong } from "./song-picker.tsx";

const MergeSongs = graphql(`
  mutation MergeSongs($from: [ID!]!, $into: ID!) {
    mergeSongs(from: $from, into: $into) {
      id
      title
    }
  }
`);
const DeleteSong = graphql(`
  mutation DeleteSong($id: ID!) {
    deleteSong(id: $id)
  }
`);
defineCacheUpdates({ mergeSongs: invalidatingAllBut(), deleteSong: invalidatingAllBut() });

/** Merges a song into another, or deletes one that no class uses. */
export function MergeSong({ song, onGone }: { song: EditedSong; onGone: () => void }) {
  const { t } = useLingui();
  const [target, setTarget] = useState<FoundSong | null>(null);
  const [{ fetching: isMerging }, merge] = useMutation(MergeSongs);
  const [{ fetching: isDeleting }, remove] = useMutation(DeleteSong);
  const mergeIt = async (into: FoundSong): Promise<void> => {
    const { data, error } = await merge({ from: [song.id], into: into.id });
    if (!data && error && codeOf(error) !== "NOT_FOUND") return showToast(t`Couldn’t save. Try again.`);
    showToast(t`Songs merged.`);
    onGone();
  };
  const removeIt = async (): Promise<void> => {
    const { error } = await remove({ id: song.id });
    const code = error && codeOf(error);
    if (code === "SONG_IN_USE") return showToast(t`Classes use this song now. Reload the page.`);
    if (code && code !== "NOT_FOUND") return showToast(t`Couldn’t delete it. Try again.`);
    showToast(t`Song deleted.`);
    onGone();
  };
  return (
    <div className="song-merge">
      <SongPicker
        label={t`Merge into another song`}
        without={new Set([song.id])}
        onChoose={(found) => setTarget(found)}
      />
      {target && (
        <>
          <p>{t`“${song.title}” will be deleted. Its classes will use “${target.title}” by ${target.artist}.`}</p>
          <div className="row wrap">
            <Button tone="bad" busy={isMerging} onClick={() => void mergeIt(target)}>{t`Merge songs`}</Button>
            <Button tone="text" onClick={() => setTarget(null)}>{t`Cancel`}</Button>
          </div>
        </>
      )}
      {song.usedBy === 0 && (
        <div>
          <Button tone="text" busy={isDeleting} onClick={() => void removeIt()}>{t`Delete song`}</Button>
        </div>
      )}
    </div>
  );
}
