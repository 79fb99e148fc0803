import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { Bell as BellDrawing } from "lucide-react";
import { useEffect } from "react";
import { useClient, useQuery } from "../../../graphql/hooks.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { useSessionState } from "../../../graphql/provider.tsx";
import { useLive } from "../../../graphql/use-live.ts";
import { paths } from "../../../lib/paths.ts";
import { Link } from "../../../lib/router/index.ts";
import { showUnreadOnIcon } from "../components/app-icon.ts";

const InboxQuery = graphql(`
  query Inbox {
    inbox {
      id
      unread
    }
  }
`);
const InboxChanged = graphql(`
  subscription InboxChanged {
    inboxChanged {
      id
      unread
    }
  }
`);

/** Link to the inbox with a live unread count. The count's space is reserved, so that nothing shifts. */
export function Bell() {
  const { t } = useLingui();
  const session = useSessionState();
  const userId = session.status === "ready" ? session.userId : null;
  // The live subscription fills the cache: a query before it would be redundant.
  const hasLiveData = useLive(InboxChanged, {}, { isOff: userId === null });
  const [{ data }] = useQuery({ query: InboxQuery, pause: !hasLiveData });
  usePushOfThisPerson(userId);
  const unread = data?.inbox.unread ?? 0;
  useEffect(() => showUnreadOnIcon(unread), [unread]);
  return (
    <Link
      to={paths.inbox()}
      className="bar-button bell"
      aria-label={unread > 0 ? plural(unread, { one: "Inbox, # new", other: "Inbox, # new" }) : t`Inbox`}
    >
      <BellDrawing aria-hidden="true" size={20} />
      {unread > 0 && (
        <span className="bell-count" aria-hidden="true">
          {unread > 99 ? "99+" : unread}
        </span>
      )}
    </Link>
  );
}

/** Re-registers this browser for push when the account changes, also on sign-out. */
function usePushOfThisPerson(userId: string | null): void {
  const client = useClient();
  useEffect(() => {
    if (userId === null || !("Notification" in globalThis) || Notification.permission !== "granted") return;
    // A failed registration is retried on the next page.
    import("../actions/push.ts").then(({ registerPush }) => registerPush(client)).catch(() => {});
  }, [client, userId]);
}
