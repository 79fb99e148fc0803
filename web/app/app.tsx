import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { StrictMode } from "react";
import type { BootData } from "../../contract/boot.ts";
import type { GraphqlClient } from "../graphql/client.ts";
import { GraphqlProvider } from "../graphql/provider.tsx";
import type { Session } from "../graphql/session.ts";
import { RouterContext } from "../lib/router/hooks.ts";
import type { Router } from "../lib/router/router.ts";
import { BootContext } from "./boot-context.ts";
import { Shell } from "./shell/shell.tsx";

/** The whole app. The browser and the server, which renders first views, have the same tree. */
export function App({
  boot,
  session,
  router,
  firstClient,
}: {
  boot: BootData;
  session: Session;
  router: Router;
  firstClient?: GraphqlClient | undefined;
}) {
  return (
    <StrictMode>
      <I18nProvider i18n={i18n}>
        <BootContext value={boot}>
          <GraphqlProvider session={session} boot={boot} firstClient={firstClient}>
            <RouterContext value={router}>
              <Shell />
            </RouterContext>
          </GraphqlProvider>
        </BootContext>
      </I18nProvider>
    </StrictMode>
  );
}
