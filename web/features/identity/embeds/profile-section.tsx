import "../identity.css";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "urql";
import { graphql } from "../../../graphql/graphql.ts";
import { Link } from "../../../lib/router/index.ts";
import { paths } from "../../../lib/paths.ts";
import { ErrorState, Skeleton, TextSkeleton } from "../../../ui/state.tsx";
import { AboutFragment, AboutForm } from "../parts/about-form.tsx";
import { PhotoFragment, PhotoSetting } from "../parts/photo-setting.tsx";
import { UsernameFragment, UsernameSetting } from "../parts/username-setting.tsx";

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

/** What others see of one: photo, username, name, a few words, links. */
export function ProfileSection() {
  const { t } = useLingui();
  const [{ data, error }, again] = useQuery({ query: ProfileQuery });
  const isGuest = error?.graphQLErrors.some(
    ({ extensions }) => extensions["code"] === "REGISTRATION_REQUIRED",
  );
  return (
    <section className="stack" aria-labelledby="profile">
      <h2 className="d2" id="profile">{t`Profile`}</h2>
      {isGuest ? (
        <>
          <p className="muted pretty">{t`You’re here as a guest. Register, and you have a name here, a photo, and badges to show.`}</p>
          <p className="row wrap">
            <Link className="btn" to={paths.register()} search={{ next: paths.settings() }}>
              {t`Register`}
            </Link>
            <Link className="btn btn-line" to={paths.login()} search={{ next: paths.settings() }}>
              {t`Sign in`}
            </Link>
          </p>
        </>
      ) : data?.me ? (
        <>
          <PhotoSetting me={data.me} />
          <UsernameSetting me={data.me} />
          <AboutForm me={data.me} />
        </>
      ) : error ? (
        <ErrorState
          title={t`Your profile didn’t come`}
          retryLabel={t`Try again`}
          onRetry={() => again({ requestPolicy: "network-only" })}
        >
          {t`The studio didn’t answer. Nothing about it has changed.`}
        </ErrorState>
      ) : (
        <Skeleton label={t`Your profile is coming`} className="stack">
          <TextSkeleton className="t3 w-4/5" />
          <TextSkeleton className="t3 w-1/2" />
        </Skeleton>
      )}
    </section>
  );
}
