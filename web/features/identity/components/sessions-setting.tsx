import { useLingui } from "@lingui/react/macro";
import { useMutation } from "../../../graphql/hooks.ts";
import { graphql, readFragment, type FragmentOf } from "../../../graphql/graphql.ts";
import { formatMonthDayYear } from "../../../lib/formats.ts";
import { Button } from "../../../ui/button.tsx";
import { showToast } from "../../../ui/toast.ts";
import { Setting } from "../../../ui/setting.tsx";

export const SessionsFragment = graphql(`
  fragment SessionsSetting_account on Account {
    sessions {
      id
      device
      isCurrent
      signedInAt
      lastSeenAt
    }
  }
`);
const EndSession = graphql(`
  mutation EndSession($id: ID) {
    endSession(id: $id) {
      id
      sessions {
        id
        device
        isCurrent
        signedInAt
        lastSeenAt
      }
    }
  }
`);

/** Active sessions; one device or all others can be signed out. */
export function SessionsSetting({ account }: { account: FragmentOf<typeof SessionsFragment> }) {
  const { t } = useLingui();
  const { sessions } = readFragment(SessionsFragment, account);
  const [{ fetching }, endSession] = useMutation(EndSession);
  const end = async (id: string | null, doneText: string) => {
    const { error } = await endSession({ id });
    showToast(error ? t`Couldn’t sign out. Try again.` : doneText);
  };
  const nameOf = (device: string | null) => device ?? t`Unknown device`;
  return (
    <Setting
      title={t`Your devices`}
      action={
        sessions.length > 1 && (
          <Button
            size="s"
            busy={fetching}
            onClick={() => void end(null, t`Signed out on all other devices.`)}
          >
            {t`Sign out all other devices`}
          </Button>
        )
      }
    >
      <ul className="lines">
        {sessions.map(({ id, device, isCurrent, signedInAt, lastSeenAt }) => (
          <li key={id} className="line-i line-2">
            <div>
              <p className="strong">{nameOf(device)}</p>
              <p className="t1 muted">
                {isCurrent
                  ? t`This device · signed in ${formatMonthDayYear(new Date(signedInAt))}`
                  : t`Last active ${formatMonthDayYear(new Date(lastSeenAt))} · signed in ${formatMonthDayYear(new Date(signedInAt))}`}
              </p>
            </div>
            {!isCurrent && (
              <Button
                size="s"
                tone="line"
                busy={fetching}
                aria-label={t`Sign out ${nameOf(device)}`}
                onClick={() => void end(id, t`${nameOf(device)} is signed out.`)}
              >
                {t`Sign out`}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Setting>
  );
}
