import { useLingui } from "@lingui/react/macro";
import { useId, useState, type FormEvent } from "react";
import { useMutation } from "../../../graphql/hooks.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { Button } from "../../../ui/button.tsx";
import { useUsernameRefusal } from "../../identity/public/use-username-refusal.ts";

const ChooseUsername = graphql(`
  mutation ChooseUsername($newUsername: String!) {
    setUsername(newUsername: $newUsername) {
      id
      username
    }
  }
`);

/** Asks for a public name before the person's first post or comment. */
export function NameForm() {
  const { t } = useLingui();
  const id = useId();
  const refusalOf = useUsernameRefusal();
  const [, choose] = useMutation(ChooseUsername);
  const [name, setName] = useState("");
  const [fault, setFault] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    const { error } = await choose({ newUsername: name });
    setBusy(false);
    setFault(error ? refusalOf(error) : null);
  };
  return (
    <form className="stack gap-2 name-form" onSubmit={(event) => void save(event)}>
      <label className="lab" htmlFor={id}>
        {t`Choose a username`}
      </label>
      <div className="row">
        <input
          id={id}
          className="in"
          value={name}
          maxLength={30}
          autoComplete="off"
          autoCapitalize="none"
          placeholder={t`mira.marks`}
          aria-invalid={fault ? true : undefined}
          aria-describedby={`${id}-hint`}
          onChange={(event) => setName(event.target.value)}
        />
        <Button type="submit" busy={busy}>{t`Save`}</Button>
      </div>
      <p id={`${id}-hint`} className={fault ? "hint hint-bad" : "hint"} role={fault ? "alert" : undefined}>
        {fault ?? t`You can change this later in Settings.`}
      </p>
    </form>
  );
}
