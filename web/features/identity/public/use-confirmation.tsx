import { lazy, Suspense, useState, type ReactNode } from "react";
import { CombinedError } from "urql";
import { SessionError } from "../../../graphql/session.ts";

const ConfirmSheet = lazy(async () => ({
  default: (await import("../components/confirm-sheet.tsx")).ConfirmSheet,
}));

const isAsked = (error: unknown): boolean =>
  (error instanceof SessionError && error.code === "CONFIRMATION_NEEDED") ||
  (error instanceof CombinedError &&
    error.graphQLErrors.some(({ extensions }) => extensions["code"] === "CONFIRMATION_NEEDED"));

/**
 * Runs acts that need a fresh confirmation: where the server asks for one, a sheet asks for the password and the act goes on.
 * Render `sheet` somewhere. `confirmed` rejects with SessionError CANCELED when the sheet is closed; `confirmedCall`, for mutations,
 * resolves to null then.
 */
export function useConfirmation(): {
  confirmed: <T>(work: () => Promise<T>) => Promise<T>;
  confirmedCall: <R extends { error?: CombinedError | undefined }>(
    call: () => Promise<R>,
  ) => Promise<R | null>;
  sheet: ReactNode;
} {
  const [waiting, setWaiting] = useState<{ go: () => void; stop: (error: Error) => void } | null>(null);
  const confirmed = async <T,>(work: () => Promise<T>): Promise<T> => {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        if (!isAsked(error)) throw error;
      }
      await new Promise<void>((go, stop) => setWaiting({ go, stop }));
    }
  };
  return {
    confirmed,
    confirmedCall: async (call) => {
      try {
        return await confirmed(async () => {
          const result = await call();
          if (isAsked(result.error)) throw result.error;
          return result;
        });
      } catch (error) {
        if (error instanceof SessionError && error.code === "CANCELED") return null;
        throw error;
      }
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
