import "./messages.css";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { graphql, readFragment, type FragmentOf, type ResultOf } from "../../../graphql/graphql.ts";
import { useQuery } from "../../../graphql/hooks.ts";
import { formatZonedMoment } from "../../../lib/formats.ts";
import { paths } from "../../../lib/paths.ts";
import { Link } from "../../../lib/router/index.ts";
import { PagedList, type ListPage } from "../../../layouts/paged-list.tsx";
import { QueryError } from "../../../layouts/query-error.tsx";
import { StudioPage } from "../public/studio-page.tsx";
import { SeriesList } from "./series/series-list.tsx";

const AnnouncementsFragment = graphql(`
  fragment Announcements on AnnouncementPage {
    nextCursor
    items {
      id
      state
      subject
      savedAt
      scheduledAt
      sentAt
      notified
    }
  }
`);
const AnnouncementsQuery = graphql(
  `
    query Announcements($after: String) {
      announcements(pagination: { first: 24, after: $after }) {
        ...Announcements
      }
      messageWriter {
        timeZone
      }
    }
  `,
  [AnnouncementsFragment],
);
type Listed = ResultOf<typeof AnnouncementsFragment>["items"][number];

/** What the studio wrote to its members, and what waits to be sent. */
export function Page() {
  const { t } = useLingui();
  const query = useQuery({
    query: AnnouncementsQuery,
    variables: { after: null },
    requestPolicy: "cache-and-network",
  });
  const { announcements: page, messageWriter } = query[0].data ?? {};
  const timeZone = messageWriter?.timeZone ?? "";
  return (
    <StudioPage
      title={t`Messages`}
      note={t`Sent by email, inbox, and push to everyone who matches the filters you choose.`}
      query={query}
      controls={
        <Link className="btn btn-go" to={paths.studioMessage("new")}>
          {t`New announcement`}
        </Link>
      }
    >
      {page && (
        <section className="stack" aria-labelledby="announcements">
          <h2 className="t4" id="announcements">{t`Announcements`}</h2>
          <PagedList list="announcements">
            {({ after, further }) =>
              after === null ? (
                <Rows page={page} timeZone={timeZone} further={further} />
              ) : (
                <Further after={after} further={further} />
              )
            }
          </PagedList>
        </section>
      )}
      {page && <SeriesList />}
    </StudioPage>
  );
}

type RowsProps = {
  page: FragmentOf<typeof AnnouncementsFragment>;
  /** The studio’s. */
  timeZone: string;
  further: ListPage["further"];
};

function Rows({ page, timeZone, further }: RowsProps) {
  const { t } = useLingui();
  const { items, nextCursor } = readFragment(AnnouncementsFragment, page);
  if (items.length === 0) return <p className="muted">{t`No announcements yet.`}</p>;
  return (
    <>
      <ul className="message-list">
        {items.map((item) => (
          <li key={item.id}>
            <Link to={paths.studioMessage(item.id)}>
              <span className="strong">{item.subject || t`No subject yet`}</span>
              <span className="t1 muted">
                <Where item={item} timeZone={timeZone} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {further(nextCursor)}
    </>
  );
}

function Where({ item, timeZone }: { item: Listed; timeZone: string }) {
  const { state, savedAt, scheduledAt, sentAt, notified } = item;
  const { t } = useLingui();
  const at = (moment: string | null) => (moment ? formatZonedMoment(new Date(moment), timeZone) : "");
  switch (state) {
    case "draft":
      return <>{t`Draft, saved ${at(savedAt)}`}</>;
    case "scheduled":
      return <>{t`Goes out on ${at(scheduledAt)}.`}</>;
    case "sending":
      return <>{t`Being sent: ${plural(notified, { one: "# person", other: "# people" })} so far`}</>;
    case "sent":
      return <>{t`Sent ${at(sentAt)} to ${plural(notified, { one: "# person", other: "# people" })}`}</>;
  }
}

function Further({ after, further }: { after: string; further: ListPage["further"] }) {
  const { t } = useLingui();
  const query = useQuery({ query: AnnouncementsQuery, variables: { after } });
  const [{ data, error }] = query;
  if (data)
    return <Rows page={data.announcements} timeZone={data.messageWriter.timeZone} further={further} />;
  return error ? (
    <QueryError query={query} title={t`Couldn’t load more`}>
      {t`We couldn’t connect. Nothing changed.`}
    </QueryError>
  ) : null;
}
