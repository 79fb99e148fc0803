import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { graphql } from "../../../graphql/graphql.ts";
import { hasCode, isCombinedError } from "../../../graphql/codes.ts";
import { useMutation } from "../../../graphql/hooks.ts";
import { useServerForm } from "../../../lib/forms/use-server-form.ts";
import { Button } from "../../../ui/button.tsx";
import { LineField } from "../../../ui/line-field.tsx";
import { Sheet } from "../../../ui/sheet.tsx";
import "../actions/change-playlist.ts";
import { maxNameLength } from "./new-playlist.tsx";

const RenamePlaylist = graphql(`
  mutation RenamePlaylist($id: ID!, $name: String!) {
    renamePlaylist(id: $id, name: $name) {
      id
      name
    }
  }
`);
const DeletePlaylist = graphql(`
  mutation DeletePlaylist($id: ID!) {
    deletePlaylist(id: $id)
  }
`);

/** Renames or deletes a playlist. */
export function PlaylistSettings({
  playlist,
  onClose,
  onDeleted,
}: {
  playlist: { id: string; name: string };
  onClose: () => void;
  onDeleted: () => void;
}) {
  const { t } = useLingui();
  const [, rename] = useMutation(RenamePlaylist);
  const [{ fetching }, remove] = useMutation(DeletePlaylist);
  const [isAsked, setAsked] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const { submit, busy, field, formFault } = useServerForm({
    defaultValues: { name: playlist.name },
    send: async ({ name }) => {
      const { error } = await rename({ id: playlist.id, name });
      if (error) throw error;
      onClose();
    },
    faultOf: (error) => {
      if (!isCombinedError(error)) return null;
      return hasCode(error, "BAD_INPUT")
        ? { field: "name", text: t`Use 1 to ${maxNameLength} characters.` }
        : { field: null, text: t`Couldn’t save. Try again.` };
    },
  });
  const deleteIt = async (): Promise<void> => {
    setFault(null);
    const { error } = await remove({ id: playlist.id });
    if (error) setFault(t`Couldn’t delete the playlist. Try again.`);
    else onDeleted();
  };
  if (isAsked)
    return (
      <Sheet
        title={t`Delete this playlist?`}
        closeLabel={t`Close`}
        onClose={onClose}
        footer={
          <div className="row wrap">
            <Button tone="bad" busy={fetching} onClick={() => void deleteIt()}>{t`Delete playlist`}</Button>
            <Button tone="text" onClick={() => setAsked(false)}>{t`Cancel`}</Button>
          </div>
        }
      >
        <p className="muted pretty">{t`The classes stay in the library. You can’t undo it.`}</p>
        <p role="alert" className="hint hint-bad empty:hidden">
          {fault}
        </p>
      </Sheet>
    );
  return (
    <Sheet title={t`Edit playlist`} closeLabel={t`Close`} onClose={onClose}>
      <form className="stack" noValidate onSubmit={(event) => void submit(event)}>
        <LineField label={t`Name`} most={maxNameLength} {...field("name", { required: t`Enter a name.` })} />
        <p className="hint hint-bad empty:hidden" role="alert">
          {formFault}
        </p>
        <div className="row wrap">
          <Button tone="go" type="submit" busy={busy}>{t`Save`}</Button>
          <Button tone="bad" onClick={() => setAsked(true)}>{t`Delete playlist`}</Button>
        </div>
      </form>
    </Sheet>
  );
}
