import { useLingui } from "@lingui/react/macro";
import { useMutation } from "../../../graphql/hooks.ts";
import { graphql, readFragment, type FragmentOf } from "../../../graphql/graphql.ts";
import { useSession } from "../../../graphql/provider.tsx";
import { formatMonthDayYear } from "../../../lib/formats.ts";
import { Button } from "../../../ui/button.tsx";
import { showToast } from "../../../ui/toast.ts";
import { Setting } from "../../../ui/setting.tsx";
import { useRequest } from "./use-request.ts";

export const PasskeysFragment = graphql(`
  fragment PasskeysSetting_account on Account {
    passkeys {
      id
      name
      addedAt
    }
  }
`);
const RemovePasskey = graphql(`
  mutation RemovePasskey($id: ID!) {
    removePasskey(id: $id) {
      id
      passkeys {
        id
        name
        addedAt
      }
    }
  }
`);

/** Passkeys: the device's own lock in place of a password. */
export function PasskeysSetting({
  account,
  confirmed,
  onChanged,
}: {
  account: FragmentOf<typeof PasskeysFragment>;
  confirmed: <T>(work: () => Promise<T>) => Promise<T>;
  onChanged: () => void;
}) {
  const { t } = useLingui();
  const { passkeys } = readFragment(PasskeysFragment, account);
  const session = useSession();
  const [{ fetching }, removePasskey] = useMutation(RemovePasskey);
  const { request, busy, fault } = useRequest();
  const add = async (): Promise<void> => {
    const { addPasskey } = await import("./passkey.ts");
    const name = t`Passkey ${passkeys.length + 1}`;
    await confirmed(() => addPasskey(session, name));
    showToast(t`Passkey added for this device.`);
    onChanged();
  };
  const remove = async (id: string) => {
    try {
      await confirmed(async () => {
        const { error } = await removePasskey({ id });
        if (error) throw error;
      });
      showToast(t`Passkey removed. Delete it from your device too.`);
    } catch (error) {
      if (!(error instanceof Error) || !error.message.includes("CANCELED"))
        showToast(t`Couldn’t remove it. Try again.`);
    }
  };
  if (!("PublicKeyCredential" in globalThis)) return null;
  return (
    <Setting
      title={t`Passkeys`}
      action={
        <Button size="s" busy={busy} onClick={() => void request(add)}>
          {t`Add a passkey`}
        </Button>
      }
    >
      <p role="alert" className="hint hint-bad">
        {fault}
      </p>
      {passkeys.length === 0 ? (
        <p className="muted pretty">{t`Sign in with your fingerprint, face, or device PIN.`}</p>
      ) : (
        <ul className="lines">
          {passkeys.map(({ id, name, addedAt }) => (
            <li key={id} className="line-i line-2">
              <div>
                <p className="strong">{name ?? t`Passkey`}</p>
                {addedAt && <p className="t1 muted">{t`Added ${formatMonthDayYear(new Date(addedAt))}`}</p>}
              </div>
              <Button
                size="s"
                tone="line"
                busy={fetching}
                aria-label={t`Remove ${name ?? t`Passkey`}`}
                onClick={() => void remove(id)}
              >
                {t`Remove`}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Setting>
  );
}
