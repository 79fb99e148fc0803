import { useEffect } from "react";
import { useClient } from "../../graphql/hooks.ts";
import { useSession } from "../../graphql/provider.tsx";
import { useLocation } from "../../lib/router/index.ts";

/** Runs the background tasks after the page has rendered and while online. */
export function useBackgroundTasks(isReady: boolean): void {
  const client = useClient();
  const session = useSession();
  const page = useLocation({ select: ({ pathname }) => pathname });
  useEffect(() => {
    const work = () => {
      if (isReady && navigator.onLine)
        import("./background-tasks.ts").then(
          ({ runBackgroundTasks }) => runBackgroundTasks(client, session),
          () => undefined, // the next page or connection retries
        );
    };
    work();
    addEventListener("online", work);
    return () => removeEventListener("online", work);
  }, [client, session, isReady, page]);
}
