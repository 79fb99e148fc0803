import { useLingui } from "@lingui/react/macro";
import { useEffect, useState } from "react";
import { providerName } from "../../../../contract/sign-in-providers.ts";
import { useSession } from "../../../graphql/provider.tsx";
import { SessionError } from "../../../graphql/session-error.ts";
import { paths } from "../../../lib/paths.ts";
import { useSearch } from "../../../lib/router/index.ts";
import { Button } from "../../../ui/button.tsx";
import { useFaultTexts } from "./fault-texts.ts";

/** Sign-in buttons of the configured OAuth providers. */
export function ProviderButtons({ next }: { next: string | undefined }) {
  const { t } = useLingui();
  const session = useSession();
  const faultTextOf = useFaultTexts();
  const { fault: came } = useSearch() as { fault?: string };
  const [providers, setProviders] = useState<readonly string[]>([]);
  const [fault, setFault] = useState<string | null>(came ?? null);
  const [busy, setBusy] = useState<string | null>(null);
  useEffect(() => {
    let isOver = false;
    session.read("/providers").then(
      ({ providers: found }) => {
        if (!isOver && Array.isArray(found)) setProviders(found.map(String));
      },
      () => undefined, // the other sign-in methods remain available
    );
    return () => {
      isOver = true;
    };
  }, [session]);
  const begin = async (provider: string): Promise<void> => {
    setBusy(provider);
    setFault(null);
    try {
      const { url } = await session.ask("/begin-with", { provider, next: next ?? paths.dashboard() });
      location.assign(String(url));
    } catch (error) {
      setFault(error instanceof SessionError ? error.code : "PROVIDER_FAILED");
      setBusy(null);
    }
  };
  if (providers.length === 0 && !fault) return null;
  return (
    <div className="stack gap-2">
      {fault && (
        <p role="alert" className="hint hint-bad">
          {faultTextOf(fault).text}
        </p>
      )}
      {providers.map((provider) => (
        <Button
          key={provider}
          size="l"
          wide
          tone="line"
          busy={busy === provider}
          onClick={() => void begin(provider)}
        >
          {t`Continue with ${providerName(provider)}`}
        </Button>
      ))}
    </div>
  );
}
