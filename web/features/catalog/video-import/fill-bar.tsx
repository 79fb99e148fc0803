import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useClient } from "../../../graphql/hooks.ts";
import { Button } from "../../../ui/button.tsx";
import { Select } from "../../../ui/select.tsx";
import { showToast } from "../../../ui/toast.ts";
import { SongPicker, type FoundSong } from "../songs/song-picker.tsx";
import { fillItems, type FillFields } from "./fill.ts";
import { fieldsFor, listedFields, useFillFields, type ListedField } from "./fill-fields.ts";
import type { ImportChoices, ImportItem } from "./import-fragment.ts";

type FillBarProps = {
  importId: string;
  items: readonly ImportItem[];
  choices: ImportChoices;
  onDone: () => void;
  onClear: () => void;
};
type Choice = ListedField | "song" | "proposed_song";

/** Sets a field of all chosen videos. */
export function FillBar({ importId, items, choices, onDone, onClear }: FillBarProps) {
  const { t } = useLingui();
  const client = useClient();
  const { labels, options } = useFillFields(choices);
  const [field, setField] = useState<Choice>("instructor");
  const [value, setValue] = useState("");
  const [song, setSong] = useState<FoundSong | null>(null);
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const wanted: FillFields | null =
    field === "proposed_song"
      ? { usesProposedSong: true }
      : field === "song"
        ? song && { songId: song.id }
        : value === ""
          ? null
          : fieldsFor(field, value);
  const apply = async (): Promise<void> => {
    if (busy) return;
    if (!wanted) return setFault(t`Choose a value first.`);
    setBusy(true);
    setFault(null);
    // Other views have the fields of their class.
    const ids = items.filter(({ mainId }) => mainId === null).map(({ id }) => id);
    const answer = await fillItems(client, importId, ids, wanted);
    setBusy(false);
    onDone();
    if ("error" in answer)
      return setFault(answer.error?.graphQLErrors[0]?.message ?? t`We couldn’t connect. Try again.`);
    const { changed, refused } = answer;
    const failed = refused.length;
    showToast(
      failed > 0
        ? t`${changed} changed, ${failed} not`
        : plural(changed, { one: "# video changed", other: "# videos changed" }),
    );
    const withoutSong = refused.filter(({ reason }) => reason === "no_song").length;
    if (withoutSong > 0)
      setFault(
        plural(withoutSong, {
          one: "# file doesn’t name a song with its artist.",
          other: "# files don’t name a song with its artist.",
        }),
      );
  };
  const count = items.length;
  return (
    <section className="import-bar" aria-label={t`Selected videos`}>
      <p className="strong tn" role="status">
        {plural(count, { one: "# selected", other: "# selected" })}
      </p>
      <Select
        label={t`Set`}
        value={field}
        options={[
          ...listedFields.map((one) => ({ value: one, label: labels[one] })),
          { value: "song", label: t`Song` },
          { value: "proposed_song", label: t`Songs that the files name` },
        ]}
        onChoose={(chosen) => {
          setField(chosen as Choice);
          setValue("");
          setFault(null);
        }}
      />
      {field === "song" ? (
        <div>
          <SongPicker label={t`Song`} onChoose={setSong} />
          {song && (
            <p className="t1">
              <bdi>{song.title}</bdi>
            </p>
          )}
        </div>
      ) : (
        field !== "proposed_song" && (
          <Select
            label={t`To`}
            value={value}
            options={[{ value: "", label: t`Choose` }, ...options[field]]}
            onChoose={setValue}
          />
        )
      )}
      <Button tone="go" busy={busy} onClick={() => void apply()}>{t`Apply`}</Button>
      <Button tone="text" onClick={onClear}>{t`Clear selection`}</Button>
      <p role="alert" className="hint hint-bad empty:hidden">
        {fault}
      </p>
    </section>
  );
}
