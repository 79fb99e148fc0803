import { useLingui } from "@lingui/react/macro";
import { useRef } from "react";
import { hasCode, isCombinedError } from "../../../graphql/codes.ts";
import { useMutation } from "../../../graphql/hooks.ts";
import { useServerForm } from "../../../lib/forms/use-server-form.ts";
import { Button } from "../../../ui/button.tsx";
import { LineField } from "../../../ui/line-field.tsx";
import { CreatePlaylist } from "../actions/change-playlist.ts";

/** The longest name that the server takes. */
export const maxNameLength = 60;

/** Form that creates a playlist, with a first class if one is given. */
export function NewPlaylist({
  classId,
  onCreated,
}: {
  classId: string | null;
  onCreated: (playlist: { id: string; name: string }) => void;
}) {
  const { t } = useLingui();
  const [, create] = useMutation(CreatePlaylist);
  // The same for each attempt, so that a repeated one creates nothing twice.
  const id = useRef(crypto.randomUUID());
  const { submit, busy, field, formFault, form } = useServerForm({
    defaultValues: { name: "" },
    send: async ({ name }) => {
      const { data, error } = await create({ id: id.current, name, classId });
      if (error) throw error;
      if (!data) return;
      id.current = crypto.randomUUID();
      form.reset();
      onCreated(data.createPlaylist);
    },
    faultOf: (error) => {
      if (!isCombinedError(error)) return null;
      return hasCode(error, "BAD_INPUT")
        ? { field: "name", text: t`Use 1 to ${maxNameLength} characters.` }
        : { field: null, text: t`Couldn’t create the playlist. Try again.` };
    },
  });
  return (
    <form
      className="playlist-form"
      aria-label={t`Create a playlist`}
      noValidate
      onSubmit={(event) => void submit(event)}
    >
      <LineField
        label={t`New playlist`}
        placeholder={t`Friday warm-up`}
        most={maxNameLength}
        {...field("name", { required: t`Enter a name.` })}
      />
      <Button type="submit" busy={busy}>{t`Create`}</Button>
      <p className="hint hint-bad empty:hidden" role="alert">
        {formFault}
      </p>
    </form>
  );
}
