/** Accounts elsewhere that people can sign in with, and their names. */
export const signInProviders = { google: "Google", apple: "Apple" } as const;

export type SignInProvider = keyof typeof signInProviders;

/** The name of a provider on buttons; the key itself for one that this release doesn't know. */
export const providerName = (key: string): string =>
  (signInProviders as Readonly<Record<string, string>>)[key] ?? key;
