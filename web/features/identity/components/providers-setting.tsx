import { useLingui } from "@lingui/react/macro";
import { useEffect, useState } from "react";
import { useMutation } from "../../../graphql/hooks.ts";
import { graphql, readFragment, type FragmentOf } from "../../../graphql/graphql.ts";
import { providerName } from "../../../../contract/sign-in-providers.ts";
import { useSession } from "../../../graphql/provider.tsx";
import { paths } from "../../../lib/paths.ts";
import { useSearch } from "../../../lib/router/index.ts";
import { Button } from "../../../ui/button.tsx";
import { showToast } from "../../../ui/toast.ts";
import { Setting } from "../../../ui/setting.tsx";
import { useFaultTexts } from "./fault-texts.ts";
import { useRequest } from "./use-request.ts";

export const ProvidersFragment = graphql(`
  fragment ProvidersSetting_account on Account {
    signInProviders
  }
`);
const DisconnectProvider = graphql(`
  mutation DisconnectProvider($provider: String!) {
    disconnectProvider(provider: $provider) {
      id
      signInProviders
    }
  }
`);

/** Linked OAuth providers; renders nothing if none is configured. */
export function ProvidersSetting({
  account,
  confirmed,
}: {
  account: FragmentOf<typeof ProvidersFragment>;
  confirmed: <T>(work: () => Promise<T>) => Promise<T>;
}) {
  const { t } = useLingui();
  const { signInProviders } = readFragment(ProvidersFragment, account);
  const session = useSession();
  const faultTextOf = useFaultTexts();
  const { fault: came } = useSearch() as { fault?: string };
  const [configured, setConfigured] = useState<readonly string[]>([]);
  const [{ fetching }, disconnect] = useMutation(DisconnectProvider);
  useEffect(() => {
    let isOver = false;
    session.read("/providers").then(
      ({ providers }) => {
        if (!isOver && Array.isArray(providers)) setConfigured(providers.map(String));
      },
      () => undefined, // the other sign-in methods remain available
    );
    return () => {
      isOver = true;
    };
  }, [session]);
  const { request, busy, fault } = useRequest();
  const connect = async (provider: string): Promise<void> => {
    const next = `${paths.settings()}#security`;
    const { url } = await confirmed(() => session.ask("/begin-with", { provider, next, link: true }));
    location.assign(String(url));
  };
  const end = async (provider: string): Promise<void> => {
    const name = providerName(provider);
    try {
      await confirmed(async () => {
        const { error } = await disconnect({ provider });
        if (error) throw error;
      });
      showToast(t`Disconnected ${name}.`);
    } catch (error) {
      const message = error instanceof Error ? error.message : "";
      if (message.includes("CANCELED")) return;
      showToast(
        message.includes("prove your address")
          ? t`Set a password or confirm your email first, so you don’t lose access.`
          : t`Couldn’t save. Try again.`,
      );
    }
  };
  const shown = [...new Set([...configured, ...signInProviders])];
  if (shown.length === 0) return null;
  return (
    <Setting title={t`Connected accounts`}>
      <ul className="lines">
        {shown.map((provider) => {
          const name = providerName(provider);
          return (
            <li key={provider} className="line-i line-2">
              <div>
                <p className="strong">{name}</p>
                <p className="t1 muted">
                  {signInProviders.includes(provider) ? t`Connected` : t`Not connected`}
                </p>
              </div>
              {signInProviders.includes(provider) ? (
                <Button
                  size="s"
                  tone="line"
                  busy={fetching}
                  aria-label={t`Disconnect ${name}`}
                  onClick={() => void end(provider)}
                >
                  {t`Disconnect`}
                </Button>
              ) : (
                <Button
                  size="s"
                  busy={busy}
                  onClick={() => void request(() => connect(provider))}
                  aria-label={t`Connect ${name}`}
                >
                  {t`Connect`}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      <p role="alert" className="hint hint-bad">
        {fault ?? (came && faultTextOf(came).text)}
      </p>
    </Setting>
  );
}
