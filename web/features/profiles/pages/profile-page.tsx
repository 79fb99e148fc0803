import "../components/profiles.css";
import { useLingui } from "@lingui/react/macro";
import { lazy, Suspense, useState } from "react";
import { useQuery } from "../../../graphql/hooks.ts";
import { graphql, type ResultOf } from "../../../graphql/graphql.ts";
import { paths } from "../../../lib/paths.ts";
import { Link, useNavigate, useParams } from "../../../lib/router/index.ts";
import { formatDiscreteDuration } from "../../../lib/record-formats.ts";
import { AwaitedPage } from "../../../layouts/awaited-page.tsx";
import { Skeleton, TextSkeleton } from "../../../ui/state.tsx";
import { UploadRail, UploadRailFragment } from "../../community/public/upload-rail.tsx";
import { BadgeWall, BadgeYearFragment } from "../../challenges/public/badge-wall.tsx";
import { ProfileHead } from "../components/profile-head.tsx";
import { ProfileTextFragment } from "../components/profile-fragment.ts";

const ProfileQuery = graphql(
  `
    query Profile($username: String!) {
      me {
        id
        name
      }
      userProfileGetByUsername(username: $username) {
        id
        username
        isMe
        isBlockedByMe
        ...ProfileBody
        videoUploads(pagination: { first: 12 }) {
          ...UploadRail
        }
      }
      practicedInMs
      badgesByYear(username: $username) {
        year
        ...BadgeYear
      }
    }
  `,
  [ProfileTextFragment, UploadRailFragment, BadgeYearFragment],
);
const PostList = lazy(async () => ({
  default: (await import("../../community/public/post-list.tsx")).PostList,
}));
const ProfileEdit = lazy(async () => ({
  default: (await import("../components/profile-edit.tsx")).ProfileEdit,
}));
type Found = ResultOf<typeof ProfileQuery>;

/** A member's profile page: the person, achievements, videos and posts. The viewer's own page is edited in place. */
export function Page() {
  const { t } = useLingui();
  const { username = "" } = useParams();
  const query = useQuery({
    query: ProfileQuery,
    variables: { username },
    requestPolicy: "cache-and-network",
  });
  const [{ data }] = query;
  const found = data?.userProfileGetByUsername;
  return (
    <AwaitedPage
      query={query}
      title={found?.username ?? username}
      failed={{ title: t`Couldn’t load this page`, words: t`We couldn’t connect. Try again.` }}
      missing={{
        title: t`Profile not found`,
        words: t`The username may have changed, or the link may be wrong.`,
        way: <Link className="btn btn-go" to={paths.feed()}>{t`Go to Community`}</Link>,
      }}
      skeleton={
        <div className="page page-top">
          <Skeleton label={t`Loading page`} className="profile-head">
            <span className="sk av av-page" />
            <div className="stack">
              <TextSkeleton className="d1 w-1/2" />
              <TextSkeleton className="w-3/4" />
            </div>
          </Skeleton>
        </div>
      }
    >
      {data && found && <Profile key={found.id} data={data} person={found} />}
    </AwaitedPage>
  );
}

function Profile({ data, person }: { data: Found; person: NonNullable<Found["userProfileGetByUsername"]> }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { username: address } = useParams();
  const [isEditing, setEditing] = useState(false);
  // A new username changes the URL. The page navigates there after everything else has been saved.
  const leave = async (): Promise<void> => {
    setEditing(false);
    if (person.username && person.username !== address)
      await navigate({ to: paths.profile(person.username), replace: true });
  };
  const meId = data.me?.id ?? null;
  const isMember = Boolean(data.me?.name);
  const head = <ProfileHead person={person} isMember={isMember} onEdit={() => setEditing(true)} />;
  return (
    <div className="page page-top profile">
      {isEditing ? (
        <Suspense fallback={head}>
          <ProfileEdit onDone={() => void leave()} />
        </Suspense>
      ) : (
        head
      )}
      {!person.isBlockedByMe && (
        <>
          {person.isMe && Boolean(data.practicedInMs) && (
            <p className="muted tn">{t`Total practice: ${formatDiscreteDuration(data.practicedInMs ?? 0)}`}</p>
          )}
          <BadgeWall
            years={data.badgesByYear}
            username={person.username}
            empty={
              person.isMe && (
                <p className="muted">
                  {t`Your badges will appear here.`}{" "}
                  <Link className="link" to={paths.challenges()}>{t`Find a challenge`}</Link>
                </p>
              )
            }
          />
          <UploadRail page={person.videoUploads} username={person.username ?? ""} isMe={person.isMe} />
          <section className="sec" aria-labelledby="posts">
            <div className="sec-h">
              <h2 className="d2" id="posts">{t`Posts`}</h2>
            </div>
            <div className="profile-posts">
              <Suspense>
                <PostList
                  filter={{ username: person.username ?? "" }}
                  meId={meId}
                  empty={
                    <p className="muted">
                      {person.isMe ? t`Your community posts appear here too.` : t`Nothing posted yet.`}
                    </p>
                  }
                />
              </Suspense>
            </div>
          </section>
        </>
      )}
    </div>
  );
}
