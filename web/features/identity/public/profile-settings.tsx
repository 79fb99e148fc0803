import "../identity.css";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "../../../graphql/hooks.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { hasCode } from "../../../graphql/codes.ts";
import { Link, useLocation } from "../../../lib/router/index.ts";
import { paths } from "../../../lib/paths.ts";
import { QueryError } from "../../../layouts/query-error.tsx";
import { Skeleton, TextSkeleton } from "../../../ui/state.tsx";
import { AudienceSetting } from "../../profiles/public/audience-setting.tsx";
import { AboutFragment, AboutForm } from "../components/about-form.tsx";
import { PhotoFragment, PhotoSetting } from "../components/photo-setting.tsx";
import { UsernameFragment, UsernameSetting } from "../components/username-setting.tsx";

const ProfileQuery = graphql(
  `
    query ProfileSettings {
      me {
        id
        ...PhotoSetting_me
        ...UsernameSetting_me
        ...AboutForm_me
      }
      account {
        id
      }
    }
  `,
  [PhotoFragment, UsernameFragment, AboutFragment],
);

/** The public profile, each part saved separately: photo, username, name, bio, links, audience. */
export function ProfileSettings() {
  const { t } = useLingui();
  const pathname = useLocation({ select: (now) => now.pathname });
  const query = useQuery({ query: ProfileQuery });
  const [{ data, error }] = query;
  if (hasCode(error, "REGISTRATION_REQUIRED"))
    return (
      <>
        <p className="muted pretty">{t`You’re browsing as a guest. Sign up to add a name, a photo, and badges.`}</p>
        <p className="row wrap">
          <Link className="btn" to={paths.register()} search={{ next: pathname }}>
            {t`Sign up`}
          </Link>
          <Link className="btn btn-line" to={paths.login()} search={{ next: pathname }}>
            {t`Sign in`}
          </Link>
        </p>
      </>
    );
  if (data?.me)
    return (
      <>
        <PhotoSetting me={data.me} />
        <UsernameSetting me={data.me} />
        <AboutForm me={data.me} />
        <AudienceSetting />
      </>
    );
  return error ? (
    <QueryError query={query} title={t`Couldn’t load your profile`}>
      {t`We couldn’t connect. Nothing has changed.`}
    </QueryError>
  ) : (
    <Skeleton label={t`Loading your profile`} className="stack">
      <TextSkeleton className="t3 w-4/5" />
      <TextSkeleton className="t3 w-1/2" />
    </Skeleton>
  );
}
