import type { ReactNode } from "react";

/** What a provider calls something, with a link to its page in the provider's dashboard if there is one. */
export function ProviderLink({ url, children }: { url: string | null; children: ReactNode }) {
  return url ? (
    <a className="link" href={url} target="_blank" rel="noreferrer">
      {children}
    </a>
  ) : (
    <span>{children}</span>
  );
}
