import { lazy, Suspense, useState, type ReactNode } from "react";
import { CombinedError } from "urql";
import { SessionError } from "../../../graphql/session.ts";

const ConfirmSheet = lazy(async () => ({ default: (await import("./confirm-sheet.tsx")).ConfirmSheet }));

const isAsked = (error: unknown): boolean =>
  (error instanceof SessionError && error.code === "CONFIRMATION_NEEDED") ||
  (error instanceof CombinedError &&
    error.graphQLErrors.some(({ extensions }) => extensions["code"] === "CONFIRMATION_NEEDED"));

/**
 * Runs what the server does for those alone who showed lately that it is they: where it asks for that, a sheet asks for the password, and
 * the work is done again. Render `sheet` somewhere. Closing it ends the work with SessionError CANCELED.
 */
export function useConfirmation(): {
  confirmed: <T>(work: () => Promise<T>) => Promise<T>;
  sheet: ReactNode;
} {
  const [waiting, setWaiting] = useState<{ go: () => void; stop: (error: Error) => void } | null>(null);
  return {
    confirmed: async (work) => {
      try {
        return await work();
      } catch (error) {
        if (!isAsked(error)) throw error;
      }
      await new Promise<void>((go, stop) => setWaiting({ go, stop }));
      return work();
    },
    sheet: waiting && (
      <Suspense>
        <ConfirmSheet
          onConfirmed={() => {
            waiting.go();
            setWaiting(null);
          }}
          onClose={() => {
            waiting.stop(new SessionError("CANCELED", 0));
            setWaiting(null);
          }}
        />
      </Suspense>
    ),
  };
}
