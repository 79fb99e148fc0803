import { useLingui } from "@lingui/react/macro";
import { songRights } from "../../../../contract/song-rights.ts";
import { codeOf, faultFieldOf, isCombinedError } from "../../../graphql/codes.ts";
import { defineCacheUpdates } from "../../../graphql/cache.ts";
import { useMutation } from "../../../graphql/hooks.ts";
import { invalidatingAllBut } from "../../../graphql/invalidate.ts";
import { graphql, readFragment } from "../../../graphql/graphql.ts";
import { useServerForm, type Fault } from "../../../lib/forms/use-server-form.ts";
import { Button } from "../../../ui/button.tsx";
import { ChoiceField } from "../../../ui/choice-field.tsx";
import { LineField } from "../../../ui/line-field.tsx";
import { readTime, writeTime } from "../editor/class-draft.ts";
import { EditedSongFragment, type EditedSong } from "./song-fragment.ts";
import { useRightsLabels } from "./use-rights-labels.ts";

const CreateSong = graphql(
  `
    mutation CreateSong($input: SongInput!) {
      createSong(input: $input) {
        id
        ...EditedSong
      }
    }
  `,
  [EditedSongFragment],
);
const ChangeSong = graphql(
  `
    mutation ChangeSong($id: ID!, $input: SongInput!) {
      changeSong(id: $id, input: $input) {
        id
        ...EditedSong
      }
    }
  `,
  [EditedSongFragment],
);
// Classes show their songs, and become explicit with them.
defineCacheUpdates({
  createSong: invalidatingAllBut("editedClass"),
  changeSong: invalidatingAllBut("editedSongs"),
});

type SongFormProps = {
  /** Null: a new song. */
  song: EditedSong | null;
  /** Title of a new song. */
  title?: string;
  onSaved: (song: EditedSong) => void;
  onCancel?: () => void;
};

/** Form for a song: title, artist, writers, codes, rights, explicit words. */
export function SongForm({ song, title = "", onSaved, onCancel }: SongFormProps) {
  const { t } = useLingui();
  const rights = useRightsLabels();
  const [, create] = useMutation(CreateSong);
  const [, change] = useMutation(ChangeSong);
  const { submit, busy, field, form, formFault } = useServerForm({
    defaultValues: {
      title: song?.title ?? title,
      artist: song?.artist ?? "",
      isrc: song?.isrc ?? "",
      writers: song?.writers ?? "",
      iswc: song?.iswc ?? "",
      rightsHolder: song?.rightsHolder ?? "",
      rights: song?.rights ?? "licensed",
      isExplicit: song?.isExplicit ?? false,
      length: song?.durationMs ? writeTime(song.durationMs) : "",
      offersExcerpt: song?.offersExcerpt ?? false,
    },
    send: async ({ isrc, writers, iswc, rightsHolder, length, ...typed }) => {
      const input = {
        ...typed,
        isrc: isrc.trim() || null,
        writers: writers.trim() || null,
        iswc: iswc.trim() || null,
        rightsHolder: rightsHolder.trim() || null,
        durationMs: readTime(length),
      };
      if (song) {
        const { data, error } = await change({ id: song.id, input });
        if (!data) throw error;
        return onSaved(readFragment(EditedSongFragment, data.changeSong));
      }
      const { data, error } = await create({ input });
      if (!data) throw error;
      onSaved(readFragment(EditedSongFragment, data.createSong));
    },
    faultOf: (error): Fault | null => {
      if (!isCombinedError(error)) return null;
      const texts: Record<string, string> = {
        ISRC_TAKEN: error.graphQLErrors[0]?.message ?? "",
        BAD_INPUT: error.graphQLErrors[0]?.message ?? "",
        NOT_FOUND: t`Someone deleted this song. Reload the page.`,
      };
      const field = faultFieldOf(error);
      return {
        field: field === "durationMs" ? "length" : field,
        text: texts[codeOf(error)] || t`Couldn’t save. Try again.`,
      };
    },
  });
  const required = { required: t`Fill in this field.` };
  return (
    <form
      className="song-form"
      aria-label={song ? t`Edit ${song.title}` : t`New song`}
      noValidate
      onSubmit={(event) => {
        // A song can be added within the form of a class.
        event.stopPropagation();
        void submit(event);
      }}
    >
      <LineField label={t`Title`} most={150} {...field("title", required)} />
      <LineField label={t`Artist`} most={150} {...field("artist", required)} />
      <LineField
        label={t`ISRC`}
        most={24}
        hint={t`12 characters on the label or the invoice. Collecting societies ask for it.`}
        {...field("isrc")}
      />
      <LineField
        label={t`Songwriters`}
        most={300}
        hint={t`Composers and lyricists. GEMA, PRS, and ASCAP find the work by them.`}
        {...field("writers")}
      />
      <LineField
        label={t`ISWC`}
        most={24}
        placeholder="T-034.524.680-1"
        hint={t`The code of the work, from your society’s database.`}
        {...field("iswc")}
      />
      <LineField
        label={t`Length`}
        placeholder="3:12"
        hint={t`With the tempo of its classes, it says how many eights the song has.`}
        {...field("length", {
          validate: (typed) =>
            typed.trim() === "" ||
            readTime(typed) !== null ||
            t`Enter the length as minutes and seconds, like 3:12.`,
        })}
      />
      <LineField label={t`Label or rights holder`} most={150} {...field("rightsHolder")} />
      <ChoiceField
        label={t`Rights`}
        options={songRights.map((value) => ({ value, label: rights[value] }))}
        {...form.register("rights")}
      />
      <label className="opt">
        <input type="checkbox" className="check" {...form.register("isExplicit")} />
        <span>{t`Explicit lyrics`}</span>
      </label>
      <label className="opt">
        <input type="checkbox" className="check" {...form.register("offersExcerpt")} />
        <span>
          {t`Dancers may hear 30 seconds of it`}
          <span className="t1 muted song-artist">
            {t`On the song’s page, cut from one of its classes. Only if your rights include it.`}
          </span>
        </span>
      </label>
      <p role="alert" className="hint hint-bad empty:hidden">
        {formFault}
      </p>
      <div className="row wrap">
        <Button type="submit" busy={busy}>
          {song ? t`Save` : t`Add song`}
        </Button>
        {onCancel && <Button tone="text" onClick={onCancel}>{t`Cancel`}</Button>}
      </div>
    </form>
  );
}
