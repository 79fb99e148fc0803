import { useLingui } from "@lingui/react/macro";

/** Labels of the messages that can be sent in a room. */
export function useCheerLabels(): Record<"yes" | "again" | "got_it" | "wait" | "slower" | "love_it", string> {
  const { t } = useLingui();
  return {
    yes: t`Yes!`,
    again: t`Again!`,
    got_it: t`Got it`,
    wait: t`Wait for me`,
    slower: t`Slower, please`,
    love_it: t`Love it`,
  };
}
