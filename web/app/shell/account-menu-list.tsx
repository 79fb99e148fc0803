import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useQuery } from "../../graphql/hooks.ts";
import { hasCode } from "../../graphql/codes.ts";
import { graphql } from "../../graphql/graphql.ts";
import { useSession } from "../../graphql/provider.tsx";
import { paths } from "../../lib/paths.ts";
import { Link, useLocation, useNavigate } from "../../lib/router/index.ts";
import type { Me } from "../../features/identity/public/me.ts";

const StudioAreasQuery = graphql(`
  query StudioAreas {
    studioAreas {
      key
    }
  }
`);

/** Content of the account menu: the current profile and the links. */
export function AccountMenuList({ me, onClose }: { me: Me | null; onClose: () => void }) {
  const { t } = useLingui();
  const session = useSession();
  const navigate = useNavigate();
  const pathname = useLocation({ select: (now) => now.pathname });
  const [signOutFailed, setSignOutFailed] = useState(false);
  const registered = Boolean(me?.name);
  const signOut = async (): Promise<void> => {
    try {
      const { dropAccounts } = await import("../../features/player/public/device-tasks.ts");
      const { state } = session;
      await session.signOut();
      // Downloads on the device belong to the account that signed out.
      if (state.status === "ready") void dropAccounts((id) => id === state.accountId);
      onClose();
      await navigate({ to: paths.dashboard() });
    } catch {
      setSignOutFailed(true);
    }
  };
  return (
    <>
      <p className="account-menu-who">
        {registered ? (
          <>
            <b>
              <bdi>{me?.name}</bdi>
            </b>
            {me?.username ? `@${me.username}` : null}
          </>
        ) : (
          <>
            <b>{t`You’re browsing as a guest`}</b>
            {t`Sign up to keep your progress and use it on any device.`}
          </>
        )}
      </p>
      {!registered && (
        <>
          <Link
            className="account-menu-item"
            to={paths.register()}
            search={{ next: pathname }}
          >{t`Sign up`}</Link>
          <Link
            className="account-menu-item"
            to={paths.login()}
            search={{ next: pathname }}
          >{t`Sign in`}</Link>
        </>
      )}
      <Link className="account-menu-item" to={paths.plan()}>{t`Your week`}</Link>
      {me?.username && (
        <Link className="account-menu-item" to={paths.profile(me.username)}>{t`Your page`}</Link>
      )}
      <Link className="account-menu-item" to={paths.courses()}>{t`Courses`}</Link>
      <Link className="account-menu-item" to={paths.saved()}>{t`Saved classes`}</Link>
      <Link className="account-menu-item" to={paths.playlists()}>{t`Playlists`}</Link>
      {(me?.familySize ?? 1) > 1 && (
        <Link className="account-menu-item" to={paths.family()} search={{ next: pathname }}>
          {t`Who’s dancing?`}
        </Link>
      )}
      <Link className="account-menu-item" to={paths.subscription()}>{t`Subscription`}</Link>
      <Link className="account-menu-item" to={paths.notificationSettings()}>{t`Notifications`}</Link>
      <Link className="account-menu-item" to={paths.settings()}>{t`Settings`}</Link>
      {registered && <StudioLink />}
      {registered && (
        <button
          type="button"
          className="account-menu-item"
          onClick={() => void signOut()}
        >{t`Sign out`}</button>
      )}
      <p role="alert" className="account-menu-who" hidden={!signOutFailed}>
        {signOutFailed ? t`We couldn’t sign you out. Check your connection and try again.` : null}
      </p>
    </>
  );
}

/** Link to the studio pages, for staff and instructors. */
function StudioLink() {
  const { t } = useLingui();
  const [{ data, error }] = useQuery({ query: StudioAreasQuery });
  if (!data?.studioAreas.length && !hasCode(error, "SECOND_STEP_REQUIRED")) return null;
  return <Link className="account-menu-item" to={paths.studio()}>{t`Studio`}</Link>;
}
