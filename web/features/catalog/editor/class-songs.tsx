import "../songs/songs.css";
import { useLingui } from "@lingui/react/macro";
import { ArrowDown, ArrowUp, X } from "lucide-react";
import { useState } from "react";
import { useMutation } from "../../../graphql/hooks.ts";
import { isCombinedError } from "../../../graphql/codes.ts";
import { defineCacheUpdates } from "../../../graphql/cache.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { invalidatingAllBut } from "../../../graphql/invalidate.ts";
import { Button, IconButton } from "../../../ui/button.tsx";
import { LineField } from "../../../ui/line-field.tsx";
import { showToast } from "../../../ui/toast.ts";
import { SongForm } from "../songs/song-form.tsx";
import { SongPicker } from "../songs/song-picker.tsx";
import { readTime, writeTime } from "./class-draft.ts";
import { EditedClassFragment, type EditedClass } from "./edited-class.ts";

const SetClassSongs = graphql(
  `
    mutation SetClassSongs($classId: ID!, $songs: [ClassSongInput!]!) {
      setClassSongs(classId: $classId, songs: $songs) {
        id
        ...EditedClass
      }
    }
  `,
  [EditedClassFragment],
);
defineCacheUpdates({ setClassSongs: invalidatingAllBut("editedClass") });

/** A song of the class, with its stretch as typed. */
type Use = {
  key: number;
  songId: string;
  title: string;
  artist: string;
  start: string;
  end: string;
  /** Eights of the song. */
  first: string;
  last: string;
};

const usesOf = ({ songs }: EditedClass): Use[] =>
  songs.map(({ startMs, endMs, firstEight, lastEight, song }, key) => ({
    key,
    songId: song.id,
    title: song.title,
    artist: song.artist,
    start: startMs === null ? "" : writeTime(startMs),
    end: endMs === null ? "" : writeTime(endMs),
    first: firstEight === null ? "" : String(firstEight),
    last: lastEight === null ? "" : String(lastEight),
  }));
const textOf = (uses: readonly Use[]): string =>
  JSON.stringify(uses.map(({ songId, start, end, first, last }) => [songId, start, end, first, last]));
/** Null for an empty text; undefined for one that isn't a time. */
const msOf = (typed: string): number | null | undefined =>
  typed.trim() === "" ? null : (readTime(typed) ?? undefined);
/** Null for an empty text; undefined for one that isn't a number from 1 on. */
const eightOf = (typed: string): number | null | undefined =>
  typed.trim() === "" ? null : /^[1-9]\d{0,2}$/.test(typed.trim()) ? Number(typed) : undefined;

/** The songs of a class in order, each with the time at which it sounds. */
export function ClassSongs({ found }: { found: EditedClass }) {
  const { t } = useLingui();
  const [, save] = useMutation(SetClassSongs);
  const [uses, setUses] = useState(() => usesOf(found));
  const [added, setAdded] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const [nextKey, setNextKey] = useState(uses.length);
  const isChanged = textOf(uses) !== textOf(usesOf(found));
  const add = ({ id, title, artist }: { id: string; title: string; artist: string }): void => {
    setUses([...uses, { key: nextKey, songId: id, title, artist, start: "", end: "", first: "", last: "" }]);
    setNextKey(nextKey + 1);
    setAdded(null);
  };
  const type = (at: number, change: Partial<Use>): void =>
    setUses(uses.map((use, place) => (place === at ? { ...use, ...change } : use)));
  const move = (at: number, by: 1 | -1): void => {
    const moved = [...uses];
    const [use] = moved.splice(at, 1);
    if (use) moved.splice(at + by, 0, use);
    setUses(moved);
  };
  const send = async (): Promise<void> => {
    setFault(null);
    const songs = uses.map(({ songId, start, end, first, last }) => ({
      songId,
      startMs: msOf(start),
      endMs: msOf(end),
      firstEight: eightOf(first),
      lastEight: eightOf(last),
    }));
    const wrong = songs.findIndex(({ startMs, endMs }) => startMs === undefined || endMs === undefined);
    if (wrong >= 0) return setFault(t`Enter the times of song ${wrong + 1} as 1:30.`);
    const odd = songs.findIndex(
      ({ firstEight, lastEight }) => firstEight === undefined || lastEight === undefined,
    );
    if (odd >= 0) return setFault(t`Enter the eights of song ${odd + 1} as numbers.`);
    setBusy(true);
    const { data, error } = await save({
      classId: found.id,
      songs: songs.map(({ songId, startMs = null, endMs = null, firstEight = null, lastEight = null }) => ({
        songId,
        startMs,
        endMs,
        firstEight,
        lastEight,
      })),
    });
    setBusy(false);
    if (data) return showToast(t`Songs saved.`);
    const message = isCombinedError(error) ? error.graphQLErrors[0]?.message : undefined;
    setFault(message || t`Couldn’t save. Try again.`);
  };
  return (
    <section className="stack gap-2" aria-labelledby="class-songs">
      <h2 className="t3 strong" id="class-songs">{t`Songs`}</h2>
      <p className="t1 muted pretty">
        {t`In the order of the class. Leave times and eights empty if you don’t know them. The song’s page shows which eights each class dances.`}
      </p>
      {uses.length > 0 && (
        <ol className="song-uses">
          {uses.map(({ key, title, artist, start, end, first, last }, at) => (
            <li key={key}>
              <div className="row between">
                <span>
                  <bdi className="strong">{title}</bdi>
                  <bdi className="t1 muted song-artist">{artist}</bdi>
                </span>
                <IconButton
                  label={t`Remove ${title}`}
                  icon={X}
                  onClick={() => setUses(uses.filter((_, place) => place !== at))}
                />
              </div>
              <LineField
                label={t`From`}
                placeholder="0:00"
                value={start}
                onChange={({ target }) => type(at, { start: target.value })}
              />
              <LineField
                label={t`To`}
                placeholder="3:12"
                value={end}
                onChange={({ target }) => type(at, { end: target.value })}
              />
              <LineField
                label={t`From eight of the song`}
                inputMode="numeric"
                placeholder="1"
                value={first}
                onChange={({ target }) => type(at, { first: target.value })}
              />
              <LineField
                label={t`To eight`}
                inputMode="numeric"
                placeholder="16"
                value={last}
                onChange={({ target }) => type(at, { last: target.value })}
              />
              {uses.length > 1 && (
                <div className="row">
                  {at > 0 && (
                    <IconButton label={t`Move ${title} up`} icon={ArrowUp} onClick={() => move(at, -1)} />
                  )}
                  {at < uses.length - 1 && (
                    <IconButton label={t`Move ${title} down`} icon={ArrowDown} onClick={() => move(at, 1)} />
                  )}
                </div>
              )}
            </li>
          ))}
        </ol>
      )}
      {added === null ? (
        <SongPicker label={t`Add a song`} onChoose={add} onAdd={setAdded} />
      ) : (
        <SongForm song={null} title={added} onSaved={add} onCancel={() => setAdded(null)} />
      )}
      <p role="alert" className="hint hint-bad empty:hidden">
        {fault}
      </p>
      {isChanged && (
        <div>
          <Button busy={isBusy} onClick={() => void send()}>{t`Save songs`}</Button>
        </div>
      )}
    </section>
  );
}
