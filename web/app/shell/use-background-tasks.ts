import { useEffect } from "react";
import { useClient } from "urql";
import { useSession } from "../../graphql/provider.tsx";
import { useLocation } from "../../lib/router/index.ts";

/** What is done behind every page, once it stands and there is a connection. */
export function useBackgroundTasks(isReady: boolean): void {
  const client = useClient();
  const session = useSession();
  const page = useLocation({ select: ({ pathname }) => pathname });
  useEffect(() => {
    const work = () => {
      if (isReady && navigator.onLine)
        import("./background-tasks.ts").then(
          ({ runBackgroundTasks }) => runBackgroundTasks(client, session),
          () => undefined, // the next page, or the next connection, tries again
        );
    };
    work();
    addEventListener("online", work);
    return () => removeEventListener("online", work);
  }, [client, session, isReady, page]);
}
