import { useEffect, useEffectEvent, useState } from "react";
import { useClient, useMutation } from "../../../graphql/hooks.ts";
import { defineCacheUpdates } from "../../../graphql/cache.ts";
import { codeOf } from "../../../graphql/codes.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { paymentProviders } from "../providers/index.ts";
import type { Confirmed, PaymentConfig } from "../providers/provider.ts";
import { invalidateQueries } from "../../../graphql/invalidate.ts";

const Refresh = graphql(`
  mutation SubscriptionRefresh($id: ID!, $token: String) {
    subscriptionRefresh(id: $id, token: $token) {
      id
      status
      nextAction {
        type
        url
        clientSecret
      }
    }
  }
`);

defineCacheUpdates({ subscriptionRefresh: invalidateQueries });

type Action = { url: string | null; clientSecret: string | null };

/** Polling interval for a confirmation on another device, in milliseconds. */
const askAgainMs = 3_000;

/**
 * A payment that waits for the bank's confirmation. The provider is asked when the page opens or becomes visible,
 * and after a confirmation, so that a late webhook delays no one.
 * `onResult`: no confirmation is open any more; `code` is null if it was confirmed. `onAsk`: read the state again.
 */
export function useConfirmation({
  id,
  action,
  config,
  startsAtOnce,
  onResult,
  onAsk,
}: {
  id: string;
  action: Action;
  config: PaymentConfig;
  /** Opens the bank's window without another press. */
  startsAtOnce: boolean;
  onResult: (code: string | null) => void;
  onAsk: () => void;
}): { busy: boolean; confirm: () => void } {
  const [, refresh] = useMutation(Refresh);
  const client = useClient();
  const [busy, setBusy] = useState(false);
  /** @param confirmed what the provider's window answered, if it was open */
  const check = useEffectEvent(async (confirmed: Confirmed | null): Promise<void> => {
    const token = confirmed && "token" in confirmed ? confirmed.token : null;
    const { data, error } = await refresh({ id, token });
    if (error) return onResult(codeOf(error));
    if (data && !data.subscriptionRefresh.nextAction) return onResult(null);
    if (confirmed && "code" in confirmed) onResult(confirmed.code);
  });
  const confirm = useEffectEvent(async (): Promise<void> => {
    if (action.url) return location.assign(action.url);
    const confirmHere = paymentProviders[config.provider]?.confirm;
    if (busy || !action.clientSecret || !confirmHere) return;
    setBusy(true);
    await check(await confirmHere(config, action.clientSecret, client));
    setBusy(false);
  });
  const arrive = useEffectEvent((): void => {
    if (startsAtOnce && action.clientSecret) void confirm();
    else void check(null);
  });
  const poll = useEffectEvent((): void => {
    if (document.visibilityState === "visible" && !busy) onAsk();
  });
  const wake = useEffectEvent((): void => {
    if (document.visibilityState === "visible" && !busy) void check(null);
  });
  useEffect(() => {
    arrive();
    const timer = setInterval(() => poll(), askAgainMs);
    const onVisible = (): void => wake();
    document.addEventListener("visibilitychange", onVisible);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", onVisible);
    };
  }, []);
  return { busy, confirm: () => void confirm() };
}
