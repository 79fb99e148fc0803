import { useState, type ReactNode } from "react";
import { GraphqlProvider } from "../graphql/provider.tsx";
import { browserDeps } from "../graphql/browser-session.ts";
import { Session } from "../graphql/session.ts";
import { RouterContext } from "../lib/router/hooks.ts";
import { Router } from "../lib/router/router.ts";
import { Frame } from "./frame.tsx";

/** What a component with data relies on: session, GraphQL client and router, on a network of the test. */
export function AppFrame({ children }: { children: ReactNode }) {
  const [session] = useState(() => new Session(browserDeps(), null));
  const [router] = useState(() => new Router({ routes: [], redirects: {}, isCalm: true }));
  return (
    <Frame>
      <GraphqlProvider session={session} boot={{ release: "test", results: [] }}>
        <RouterContext value={router}>
          <main>{children}</main>
        </RouterContext>
      </GraphqlProvider>
    </Frame>
  );
}
