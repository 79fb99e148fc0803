import { createContext, use, useState, useSyncExternalStore, type ReactNode } from "react";
import { Provider } from "urql";
import type { BootData } from "../../contract/boot.ts";
import { createClient } from "./client.ts";
import type { Session, SessionState } from "./session.ts";

const SessionContext = createContext<Session | null>(null);

/** The session of this browser. @throws outside `GraphqlProvider`. */
export function useSession(): Session {
  const session = use(SessionContext);
  if (!session) throw new Error("useSession() needs a GraphqlProvider above it");
  return session;
}

/** Loading, ready with the person's id, or failed; follows every change. */
export function useSessionState(): SessionState {
  const session = useSession();
  return useSyncExternalStore(session.subscribe, () => session.state);
}

/** Gives the tree one client per person: when somebody else signs in, nothing of the earlier person is left in the cache. */
export function GraphqlProvider({
  session,
  boot,
  children,
}: {
  session: Session;
  boot: BootData;
  children: ReactNode;
}) {
  const state = useSyncExternalStore(session.subscribe, () => session.state);
  const userId = state.status === "ready" ? state.userId : null;
  const [current, setCurrent] = useState(() => ({
    userId,
    client: createClient({ session, release: boot.release, results: boot.results }),
  }));
  // Setting state while rendering replaces the client before any child sees the earlier person's.
  if (userId !== current.userId && userId !== null) {
    const arrived = current.userId === null;
    setCurrent({
      userId,
      client: arrived ? current.client : createClient({ session, release: boot.release, results: [] }),
    });
  }
  return (
    <SessionContext value={session}>
      <Provider value={current.client}>{children}</Provider>
    </SessionContext>
  );
}
