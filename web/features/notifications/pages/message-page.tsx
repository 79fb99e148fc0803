import "../components/message.css";
import { useLingui } from "@lingui/react/macro";
import { useEffect, useRef } from "react";
import { AwaitedPage } from "../../../layouts/awaited-page.tsx";
import { graphql, readFragment, type FragmentOf } from "../../../graphql/graphql.ts";
import { useMutation, useQuery } from "../../../graphql/hooks.ts";
import { paths } from "../../../lib/paths.ts";
import { Link, useLocation, useNavigate, useParams, useSearch } from "../../../lib/router/index.ts";
import { Skeleton, TextSkeleton } from "../../../ui/state.tsx";
import { Document } from "../../community/public/document.tsx";

const ReceivedFragment = graphql(`
  fragment Received on ReceivedMessage {
    id
    subject
    body
    cards {
      kind
      id
      title
      detail
      path
    }
  }
`);
const ReceivedQuery = graphql(
  `
    query ReceivedMessage($id: ID!) {
      receivedMessage(id: $id) {
        id
        subject
        ...Received
      }
    }
  `,
  [ReceivedFragment],
);
const OpenMessage = graphql(`
  mutation OpenMessage($id: ID!, $isClicked: Boolean!) {
    openMessage(id: $id, isClicked: $isClicked)
  }
`);

/** The path that an email's card leads to; null without one. Only pages of the studio. */
const readTarget = (to: unknown): string | null =>
  typeof to === "string" && /^\/[^/\\]/.test(to) ? to : null;

/**
 * A message of the studio. It records that its reader opened it. The cards of its email lead through here, also for people who
 * aren't signed in.
 */
export function Page() {
  const { t } = useLingui();
  const { id = "" } = useParams();
  const target = readTarget(useSearch()["to"]);
  const navigate = useNavigate();
  const next = useLocation({ select: ({ pathname, search }) => pathname + search });
  const query = useQuery({ query: ReceivedQuery, variables: { id } });
  const [{ data }] = query;
  const [, open] = useMutation(OpenMessage);
  const message = data?.receivedMessage;
  const isDone = useRef(false);
  useEffect(() => {
    if (!data || isDone.current) return;
    isDone.current = true;
    const recorded = message ? open({ id: message.id, isClicked: target !== null }) : Promise.resolve();
    if (target) void recorded.then(() => navigate({ to: target, replace: true }));
  }, [data, message, open, navigate, target]);
  return (
    <AwaitedPage
      query={query}
      title={message?.subject}
      failed={{ title: t`Couldn’t load the news`, words: t`We couldn’t connect.` }}
      missing={{
        title: t`News not found`,
        words: t`Sign in with the account that it was sent to.`,
        way: (
          <Link className="btn btn-go" to={paths.login()} search={{ next }}>
            {t`Sign in`}
          </Link>
        ),
      }}
      skeleton={
        <Skeleton label={t`Loading news`}>
          <TextSkeleton className="t2 w-4/5" />
        </Skeleton>
      }
    >
      {message && (
        <Message received={message} onFollow={() => void open({ id: message.id, isClicked: true })} />
      )}
    </AwaitedPage>
  );
}

type MessageProps = {
  received: FragmentOf<typeof ReceivedFragment>;
  /** Called when its reader follows one of its links to a page of the studio. */
  onFollow: () => void;
};

function Message({ received, onFollow }: MessageProps) {
  const { subject, body, cards } = readFragment(ReceivedFragment, received);
  return (
    <article
      className="page page-top message stack gap-6"
      onClick={({ target }) => {
        if (target instanceof Element && target.closest("a")?.origin === location.origin) onFollow();
      }}
    >
      <h1 className="d1 d1-page">{subject}</h1>
      <Document text={body} />
      {cards.length > 0 && (
        <ul className="message-links">
          {cards.map(({ kind, id, title, detail, path }) => (
            <li key={`${kind} ${id}`}>
              <Link to={path} className="message-link">
                <strong>{title}</strong>
                <span className="muted">{detail}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </article>
  );
}
