import { useLingui } from "@lingui/react/macro";
import { useEffect, useId, useState } from "react";
import { useMutation } from "../../../graphql/hooks.ts";
import { graphql, readFragment, type FragmentOf } from "../../../graphql/graphql.ts";
import { Button } from "../../../ui/button.tsx";
import { showToast } from "../../../ui/toast.tsx";
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

/** The username, validated while typing. */
export function UsernameSetting({ me }: { me: FragmentOf<typeof UsernameFragment> }) {
  const { t } = useLingui();
  const { username } = readFragment(UsernameFragment, me);
  const id = useId();
  const [typed, setTyped] = useState(username ?? "");
  const [announced, setAnnouncement] = useState<{ about: string; isFree: boolean; text: string } | null>(
    null,
  );
  const [, check] = useMutation(UserCheckUsername);
  const [{ fetching }, setUsername] = useMutation(SetUsername);
  const wanted = typed.trim().replace(/^@/, "");
  const isMine = wanted === (username ?? "");
  const refusalOf = useUsernameRefusal();
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
  return (
    <Setting title={t`Username`}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (fetching || isMine) return;
          void setUsername({ newUsername: wanted }).then(({ error }) => {
            if (error) setAnnouncement({ about: wanted, isFree: false, text: refusalOf(error) });
            else showToast(t`You’re @${wanted} now.`);
          });
        }}
      >
        <div className="field">
          <label className="lab" htmlFor={id}>{t`Username`}</label>
          <div className="row">
            <span aria-hidden="true" className="muted">
              @
            </span>
            <input
              id={id}
              className="in"
              name="username"
              value={typed}
              autoComplete="off"
              autoCapitalize="none"
              autoCorrect="off"
              spellCheck={false}
              maxLength={31}
              aria-invalid={shown && !shown.isFree ? true : undefined}
              aria-describedby={`${id}-said`}
              onChange={(event) => setTyped(event.target.value)}
            />
            <Button type="submit" busy={fetching}>
              {t`Save`}
            </Button>
          </div>
          <p id={`${id}-said`} role="status" className={shown && !shown.isFree ? "hint hint-bad" : "hint"}>
            {shown?.text ?? t`We hold your old username for 90 days.`}
          </p>
        </div>
      </form>
    </Setting>
  );
}
