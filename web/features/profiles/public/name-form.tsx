import { useLingui } from "@lingui/react/macro";
import { useId } from "react";
import { useMutation } from "../../../graphql/hooks.ts";
import { faultFieldOf, isCombinedError } from "../../../graphql/codes.ts";
import { useServerForm } from "../../../lib/forms/use-server-form.ts";
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
  const { submit, busy, field, formFault } = useServerForm({
    defaultValues: { username: "" },
    send: async ({ username }) => {
      const { error } = await choose({ newUsername: username });
      if (error) throw error;
    },
    faultOf: (error) =>
      isCombinedError(error)
        ? { field: faultFieldOf(error) === null ? null : "username", text: refusalOf(error) }
        : null,
  });
  const { fault, ...usernameField } = field("username", { required: t`Fill in this field.` });
  return (
    <form className="stack gap-2 name-form" noValidate onSubmit={(event) => void submit(event)}>
      <label className="lab" htmlFor={id}>
        {t`Choose a username`}
      </label>
      <div className="row">
        <input
          id={id}
          className="in"
          {...usernameField}
          maxLength={30}
          autoComplete="off"
          autoCapitalize="none"
          placeholder={t`mira.marks`}
          aria-invalid={fault ? true : undefined}
          aria-describedby={`${id}-hint`}
        />
        <Button type="submit" busy={busy}>{t`Save`}</Button>
      </div>
      <p id={`${id}-hint`} className={fault ? "hint hint-bad" : "hint"}>
        {fault ?? t`You can change this later in Settings.`}
      </p>
      <p className="hint hint-bad empty:hidden" role="alert">
        {formFault}
      </p>
    </form>
  );
}
