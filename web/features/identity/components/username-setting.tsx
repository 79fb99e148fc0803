import { useLingui } from "@lingui/react/macro";
import { useEffect, useId, useState } from "react";
import { useMutation } from "../../../graphql/hooks.ts";
import { faultFieldOf, isCombinedError } from "../../../graphql/codes.ts";
import { useServerForm } from "../../../lib/forms/use-server-form.ts";
import { graphql, readFragment, type FragmentOf } from "../../../graphql/graphql.ts";
import { Button } from "../../../ui/button.tsx";
import { showToast } from "../../../ui/toast.ts";
import { useUsernameRefusal } from "../public/use-username-refusal.ts";
import { Setting } from "../../../ui/setting.tsx";

export const UsernameFragment = graphql(`
  fragment UsernameSetting_me on User {
    id
    username
  }
`);
const UserCheckUsername = graphql(`
  mutation UserCheckUsername($username: String!) {
    userCheckUsername(username: $username) {
      exists
    }
  }
`);
const SetUsername = graphql(`
  mutation KeepUsername($newUsername: String!) {
    setUsername(newUsername: $newUsername) {
      id
      username
    }
  }
`);

/** Debounce time before the username is checked, in milliseconds. */
const restMs = 350;
const minLength = 3;

/** What was typed, without the @ that some add. */
const usernameOf = (typed: string): string => typed.trim().replace(/^@/, "");

/** The username, validated while typing. */
export function UsernameSetting({ me }: { me: FragmentOf<typeof UsernameFragment> }) {
  const { t } = useLingui();
  const { username } = readFragment(UsernameFragment, me);
  const id = useId();
  const [announced, setAnnouncement] = useState<{ about: string; isFree: boolean; text: string } | null>(
    null,
  );
  const [, check] = useMutation(UserCheckUsername);
  const [, setUsername] = useMutation(SetUsername);
  const refusalOf = useUsernameRefusal();
  const { form, submit, busy, field, formFault } = useServerForm({
    defaultValues: { username: username ?? "" },
    send: async ({ username: typed }) => {
      const wanted = usernameOf(typed);
      if (wanted === (username ?? "")) return;
      const { error } = await setUsername({ newUsername: wanted });
      if (error) throw error;
      showToast(t`You’re @${wanted} now.`);
    },
    faultOf: (error) =>
      isCombinedError(error)
        ? { field: faultFieldOf(error) === null ? null : "username", text: refusalOf(error) }
        : null,
  });
  const { fault, ...usernameField } = field("username");
  const wanted = usernameOf(form.watch("username"));
  const isMine = wanted === (username ?? "");
  useEffect(() => {
    if (wanted.length < minLength || isMine) return;
    let isOver = false;
    const timer = setTimeout(async () => {
      const { data, error } = await check({ username: wanted });
      if (isOver) return;
      const isFree = data?.userCheckUsername.exists === false;
      setAnnouncement({
        about: wanted,
        isFree,
        text: error
          ? refusalOf(error)
          : isFree
            ? t`@${wanted} is available.`
            : t`This username (or one too similar) is taken.`,
      });
    }, restMs);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
    // oxlint-disable-next-line react/exhaustive-deps -- the sentences follow the language, which doesn't change while one types
  }, [wanted, isMine, check]);
  const shown = announced?.about === wanted && !isMine ? announced : null;
  const isWrong = fault !== undefined || shown?.isFree === false;
  return (
    <Setting title={t`Username`}>
      <form className="stack" noValidate onSubmit={(event) => void submit(event)}>
        <div className="field">
          <label className="lab" htmlFor={id}>{t`Username`}</label>
          <div className="row">
            <span aria-hidden="true" className="muted">
              @
            </span>
            <input
              id={id}
              className="in"
              {...usernameField}
              autoComplete="off"
              autoCapitalize="none"
              autoCorrect="off"
              spellCheck={false}
              maxLength={31}
              aria-invalid={isWrong ? true : undefined}
              aria-describedby={`${id}-said`}
            />
            <Button type="submit" busy={busy}>
              {t`Save`}
            </Button>
          </div>
          <p id={`${id}-said`} role="status" className={isWrong ? "hint hint-bad" : "hint"}>
            {fault ?? shown?.text ?? t`We hold your old username for 90 days.`}
          </p>
        </div>
        <p role="alert" className="hint hint-bad empty:hidden">
          {formFault}
        </p>
      </form>
    </Setting>
  );
}
