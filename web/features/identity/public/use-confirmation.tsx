import { isCombinedError } from "../../../graphql/codes.ts";
import { lazy, Suspense, useState, type ReactNode } from "react";
import { type CombinedError } from "../../../graphql/hooks.ts";
import { SessionError } from "../../../graphql/session-error.ts";

const ConfirmSheet = lazy(async () => ({
  default: (await import("../components/confirm-sheet.tsx")).ConfirmSheet,
}));

const isAsked = (error: unknown): boolean =>
  (error instanceof SessionError && error.code === "CONFIRMATION_NEEDED") ||
  (isCombinedError(error) &&
    error.graphQLErrors.some(({ extensions }) => extensions["code"] === "CONFIRMATION_NEEDED"));

/**
 * Runs actions that need a fresh confirmation. If the server requires one, a sheet asks for the password and
 * the action continues.
 * Render `sheet` somewhere. If the sheet is closed, `confirmed` rejects with SessionError CANCELED.
 * `confirmedCall`, for mutations, then resolves to null.
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
