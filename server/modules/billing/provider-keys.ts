/**
 * What a provider answers to a call with the configured keys. `mismatched`: they work, but don't belong together, such as a
 * test key beside a live one.
 */
export const keysStates = ["working", "refused", "not_permitted", "mismatched", "unreachable"] as const;
export type KeysState = (typeof keysStates)[number];

/** The provider of new subscriptions, and what it says of our keys. */
export interface ProviderKeys {
  readonly providerName: string;
  readonly state: KeysState;
}
