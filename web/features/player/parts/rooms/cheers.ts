import { useLingui } from "@lingui/react/macro";

/** What can be called out in a room, and how it sounds. */
export function useCheerWords(): Record<"yes" | "again" | "got_it" | "wait" | "slower" | "love_it", string> {
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
