import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useQuery } from "../../../graphql/hooks.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { Button } from "../../../ui/button.tsx";
import { usePush } from "../components/use-push.ts";
import "../components/notifications.css";

const PushKey = graphql(`
  query PushKey {
    notificationSettings {
      id
      pushPublicKey
    }
  }
`);

const askedKey = "push-asked-at";
/** After "not now" the prompt is hidden for this long. */
const againMs = 90 * 24 * 3_600_000;

/**
 * Offers push notifications in a fitting moment; the browser's own prompt follows only after a yes.
 * Renders nothing if push is on, refused, unsupported, or was declined recently. `reason`: what the
 * notifications would be about.
 */
export function PushPrompt({ reason }: { reason: string }) {
  const { t } = useLingui();
  const [isAsked, setIsAsked] = useState(
    () => Date.now() - Number(localStorage.getItem(askedKey) ?? 0) < againMs,
  );
  const [{ data }] = useQuery({ query: PushKey, pause: isAsked });
  const { pushStatus, busy, failed, turn } = usePush(data?.notificationSettings.pushPublicKey ?? null);
  if (isAsked || !data || pushStatus !== "off") return null;
  const settle = () => {
    localStorage.setItem(askedKey, String(Date.now()));
    setIsAsked(true);
  };
  return (
    <section className="push-prompt" aria-label={t`Stay in the loop`}>
      <p className="pretty">{reason}</p>
      <div className="row wrap">
        <Button tone="line" size="s" busy={busy} onClick={() => void turn(true)}>
          {t`Turn on notifications`}
        </Button>
        <Button tone="bare" size="s" onClick={settle}>
          {t`Not now`}
        </Button>
      </div>
      {failed && (
        <p className="t1" role="alert">
          {t`That didn’t work. You’ll still see everything in your inbox.`}
        </p>
      )}
    </section>
  );
}
