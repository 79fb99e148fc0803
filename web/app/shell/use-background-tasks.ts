import { useEffect } from "react";
import { useClient } from "../../graphql/hooks.ts";
import { useSession } from "../../graphql/provider.tsx";
import { useLocation, useRouter } from "../../lib/router/hooks.ts";

/** Waits before the retries of unfinished tasks, in milliseconds; the last one repeats. */
const retryAfterMs = [2_000, 10_000, 30_000] as const;

/** Runs the background tasks after the page has rendered and while online, until they are done. */
export function useBackgroundTasks(isReady: boolean): void {
  const client = useClient();
  const session = useSession();
  const router = useRouter();
  const page = useLocation({ select: ({ pathname }) => pathname });
  useEffect(() => {
    let isLeft = false;
    let retries = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const work = async () => {
      clearTimeout(timer);
      if (!isReady || !navigator.onLine) return;
      const tasks = await import("./background-tasks.ts").catch(() => null);
      if ((tasks && (await tasks.runBackgroundTasks(client, session, router))) || isLeft) return;
      // Another run may have set it: an event begins one of its own.
      clearTimeout(timer);
      timer = setTimeout(() => void work(), retryAfterMs[Math.min(retries, retryAfterMs.length - 1)]);
      retries += 1;
    };
    const restart = () => {
      retries = 0;
      void work();
    };
    restart();
    addEventListener("online", restart);
    return () => {
      isLeft = true;
      clearTimeout(timer);
      removeEventListener("online", restart);
    };
  }, [client, session, router, isReady, page]);
}
