import { useLingui } from "@lingui/react/macro";
import { lazy, Suspense } from "react";
import { useQuery } from "../../../graphql/hooks.ts";
import { graphql, readFragment, type FragmentOf } from "../../../graphql/graphql.ts";
import { formatAgo } from "../../../lib/formats.ts";
import { usePageTitle } from "../../../lib/page-title.ts";
import { paths } from "../../../lib/paths.ts";
import { Link } from "../../../lib/router/index.ts";
import { PagedList, useLastAnswer, type ListPage } from "../../../layouts/paged-list.tsx";
import { QueryError } from "../../../layouts/query-error.tsx";
import { Button } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { EmptyState, Skeleton, TextSkeleton } from "../../../ui/state.tsx";
import { showToast } from "../../../ui/toast.ts";
import { useMarkRead } from "../actions/read.ts";
import { PushPrompt } from "../public/push-prompt.tsx";
import { drawings } from "../components/drawings.ts";

const AnnouncementsPrompt = lazy(async () => ({
  default: (await import("../components/announcements-prompt.tsx")).AnnouncementsPrompt,
}));

const ItemFragment = graphql(`
  fragment InboxItem on Notification {
    id
    icon
    text
    url
    imageUrl
    createdAt
    readAt
  }
`);
const NotificationsQuery = graphql(
  `
    query Notifications($first: Int, $after: String) {
      notifications(pagination: { first: $first, after: $after }) {
        unread
        nextCursor
        items {
          id
          ...InboxItem
        }
      }
    }
  `,
  [ItemFragment],
);

const pageSize = 20;

/** The inbox, newest first. */
export function Page() {
  const { t } = useLingui();
  usePageTitle(t`Inbox`);
  const { busy, mark } = useMarkRead();
  const [{ data }] = useQuery({ query: NotificationsQuery, variables: { first: pageSize, after: null } });
  const markAll = async () => {
    if (!(await mark(null))) showToast(t`Couldn’t save. Try again.`);
  };
  return (
    <div className="page page-top inbox">
      <div className="inbox-head">
        <h1 className="d1 d1-page">{t`Inbox`}</h1>
        <div className="row wrap">
          {data && data.notifications.unread > 0 && (
            <Button size="s" busy={busy} onClick={() => void markAll()}>
              {t`Mark all as read`}
            </Button>
          )}
          <Link
            className="btn btn-s btn-bare"
            to={paths.notificationSettings()}
          >{t`Notification settings`}</Link>
        </div>
      </div>
      <PushPrompt
        reason={t`Turn on push notifications? You choose which, and we respect your quiet hours.`}
      />
      <Suspense>
        <AnnouncementsPrompt />
      </Suspense>
      <div>
        <PagedList list="inbox">
          {(page) => <ItemPage {...page} onRead={(id) => void mark([id])} />}
        </PagedList>
      </div>
    </div>
  );
}

function ItemPage({ after, further, onRead }: ListPage & { onRead: (id: string) => void }) {
  const { t } = useLingui();
  const query = useQuery({
    query: NotificationsQuery,
    variables: { first: pageSize, after },
    requestPolicy: "cache-and-network",
  });
  const [{ data, error }] = query;
  const shown = useLastAnswer(data)?.notifications;
  if (!shown)
    return error ? (
      <QueryError query={query} title={t`Couldn’t load your inbox`}>
        {t`We couldn’t connect. Nothing is lost.`}
      </QueryError>
    ) : (
      <Skeleton label={t`Loading your inbox`}>
        {Array.from({ length: 4 }, (_unused, row) => (
          <div className="inbox-item" key={row}>
            <span className="inbox-drawing" />
            <TextSkeleton className="t2 w-4/5" />
          </div>
        ))}
      </Skeleton>
    );
  if (shown.items.length === 0 && after === null)
    return (
      <EmptyState
        title={t`Nothing yet`}
        action={
          <Link className="btn btn-go" to={paths.challenges()}>
            {t`Join a challenge`}
          </Link>
        }
      >
        {t`Badges, replies, and challenge updates will appear here.`}
      </EmptyState>
    );
  return (
    <>
      <ul className="inbox-list">
        {shown.items.map((item) => (
          <li key={item.id}>
            <Item item={item} onRead={onRead} />
          </li>
        ))}
      </ul>
      {further(shown.nextCursor)}
    </>
  );
}

function Item({ item, onRead }: { item: FragmentOf<typeof ItemFragment>; onRead: (id: string) => void }) {
  const { t } = useLingui();
  const { id, icon, text, url, imageUrl, createdAt, readAt } = readFragment(ItemFragment, item);
  return (
    <Link
      to={url}
      className={readAt === null ? "inbox-item is-new" : "inbox-item"}
      onClick={() => readAt === null && onRead(id)}
    >
      <span className="inbox-drawing">
        {imageUrl ? <img src={imageUrl} alt="" width={48} height={48} /> : <Icon of={drawings[icon]} />}
      </span>
      <span>
        <span className="inbox-text">{text}</span>
        <br />
        <time className="t1 faint" dateTime={createdAt}>
          {formatAgo(new Date(createdAt), new Date())}
        </time>
      </span>
      {readAt === null && (
        <>
          <span className="inbox-dot" aria-hidden="true" />
          <span className="sr-only">{t`New`}</span>
        </>
      )}
    </Link>
  );
}
