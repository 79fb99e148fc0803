import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useMutation } from "../../../graphql/hooks.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { Button } from "../../../ui/button.tsx";
import { showToast } from "../../../ui/toast.tsx";
import { useLibraryFault } from "./library-error.ts";
import { LineField } from "../../../ui/line-field.tsx";

const CreateStyle = graphql(`
  mutation CreateStyle($name: String!) {
    createStyle(name: $name) {
      slug
      name
    }
  }
`);

/** Form that adds a dance style. */
export function NewStyle({ onSaved }: { onSaved: () => void }) {
  const { t } = useLingui();
  const [name, setName] = useState("");
  const [{ fetching: isBusy }, create] = useMutation(CreateStyle);
  const [fault, setFault] = useLibraryFault();
  const save = async (): Promise<void> => {
    if (isBusy) return;
    setFault(null);
    const { error } = await create({ name });
    if (error) return setFault(error);
    showToast(t`${name.trim()} is a style now.`);
    setName("");
    onSaved();
  };
  return (
    <form
      className="studio-library-form"
      aria-label={t`Add a style`}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <LineField label={t`New style`} value={name} onType={setName} most={60} isRequired />
      <p className="hint hint-bad" role="alert">
        {fault}
      </p>
      <div>
        <Button type="submit" busy={isBusy}>{t`Add the style`}</Button>
      </div>
    </form>
  );
}
