import "../parts/profiles.css";
import { useLingui } from "@lingui/react/macro";
import { lazy, Suspense, useState } from "react";
import { useQuery } from "urql";
import { graphql, type ResultOf } from "../../../graphql/graphql.ts";
import { paths } from "../../../lib/paths.ts";
import { Link, useParams } from "../../../lib/router/index.ts";
import { AwaitedPage } from "../../../shells/awaited-page.tsx";
import { Skeleton, TextSkeleton } from "../../../ui/state.tsx";
import { UploadRail, UploadRailFragment } from "../../community/embeds/upload-rail.tsx";
import { BadgeYears, BadgeYearFragment } from "../parts/badge-years.tsx";
import { ProfileHead } from "../parts/profile-head.tsx";
import { ProfileWordsFragment } from "../parts/profile-words.ts";

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
        ...ProfileWords
        videoUploads(pagination: { first: 12 }) {
          ...UploadRail
        }
      }
      badgesByYear(username: $username) {
        year
        ...BadgeYear
      }
    }
  `,
  [ProfileWordsFragment, UploadRailFragment, BadgeYearFragment],
);
const PostList = lazy(async () => ({
  default: (await import("../../community/embeds/post-list.tsx")).PostList,
}));
const ProfileForm = lazy(async () => ({ default: (await import("../parts/profile-form.tsx")).ProfileForm }));
type Found = ResultOf<typeof ProfileQuery>;

/** A member's page: who they are, what they earned, showed and said. One's own is changed in place. */
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
      failed={{ title: t`The page didn’t come`, words: t`The studio didn’t answer. Nothing is lost.` }}
      missing={{
        title: t`Nobody dances under this name`,
        words: t`The name may have changed, or its address has a mistake.`,
        way: <Link className="btn btn-go" to={paths.feed()}>{t`To the community`}</Link>,
      }}
      skeleton={
        <div className="page page-top">
          <Skeleton label={t`The page is coming`} className="profile-head">
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
  const [isEditing, setEditing] = useState(false);
  const meId = data.me?.id ?? null;
  const isMember = Boolean(data.me?.name);
  const head = <ProfileHead person={person} isMember={isMember} onEdit={() => setEditing(true)} />;
  return (
    <div className="page page-top profile">
      {isEditing ? (
        <Suspense fallback={head}>
          <ProfileForm person={person} onDone={() => setEditing(false)} />
        </Suspense>
      ) : (
        head
      )}
      {!person.isBlockedByMe && (
        <>
          <BadgeYears years={data.badgesByYear} isMe={person.isMe} />
          <UploadRail page={person.videoUploads} isMe={person.isMe} />
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
                      {person.isMe
                        ? t`What you post in the community stands here too.`
                        : t`Nothing posted yet.`}
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
