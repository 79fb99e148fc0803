import { createContext, use, useEffect, useState, useSyncExternalStore, type ReactNode } from "react";
import type { BootData } from "../../contract/boot.ts";
import { GraphqlClient } from "./client.ts";
import { ClientContext } from "./hooks.ts";
import { seeAsOfTab } from "./see-as.ts";
import type { Session, SessionState } from "./session.ts";

const SessionContext = createContext<Session | null>(null);

/** The session of this browser. @throws outside `GraphqlProvider`. */
export function useSession(): Session {
  const session = use(SessionContext);
  if (!session) throw new Error("No GraphqlProvider");
  return session;
}

/** The session state: loading, ready with the user id, or failed. Rerenders on every change. */
export const useSessionState = (): SessionState => useStateOf(useSession());

const useStateOf = (session: Session): SessionState =>
  useSyncExternalStore(
    session.subscribe,
    () => session.state,
    () => session.first,
  );

type ClientBoot = Pick<BootData, "release" | "results" | "firstView">;

/** The client of the profile that a page starts with. */
export const createFirstClient = (session: Session, boot: ClientBoot): GraphqlClient =>
  new GraphqlClient(
    { session, release: boot.release, results: seeAsOfTab() ? [] : boot.results },
    boot.firstView,
  );

/**
 * Provides one client per profile. A new client starts when another profile signs in, or when a guest
 * registers. No cached data of the earlier profile or guest is left.
 */
export function GraphqlProvider({
  session,
  boot,
  firstClient,
  children,
}: {
  session: Session;
  boot: ClientBoot;
  /** The first profile's client, if it has been used already. */
  firstClient?: GraphqlClient | undefined;
  children: ReactNode;
}) {
  const state = useStateOf(session);
  const who = state.status === "ready" ? `${state.userId}${state.isAnonymous ? " as a guest" : ""}` : null;
  const [current, setCurrent] = useState(() => ({
    who,
    client: firstClient ?? createFirstClient(session, boot),
  }));
  // Setting state while rendering replaces the client before any child sees the earlier profile's client.
  if (who !== current.who && who !== null) {
    const isFirst = current.who === null;
    setCurrent({
      who,
      client: isFirst ? current.client : new GraphqlClient({ session, release: boot.release, results: [] }),
    });
  }
  const { client } = current;
  // After the first paint, which needs only the boot data. Each query then has a failure.
  useEffect(() => void client.load().catch(() => undefined), [client]);
  return (
    <SessionContext value={session}>
      <ClientContext value={client}>{children}</ClientContext>
    </SessionContext>
  );
}
