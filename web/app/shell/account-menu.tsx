import { useLingui } from "@lingui/react/macro";
import { Link, useLocation, useNavigate } from "../../lib/router/index.ts";
import { User } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import { useQuery } from "urql";
import { graphql } from "../../graphql/graphql.ts";
import { useSession } from "../../graphql/provider.tsx";
import { paths } from "../../lib/paths.ts";
import { useFirstChoice } from "../../features/identity/embeds/first-choice.ts";

const GetMeProfileQuery = graphql(`
  query GetMeProfile {
    me {
      id
      uid
      username
      name
      photoURL
      isChild
      familySize
    }
  }
`);

/** A disclosure, not an ARIA menu: what opens are links and a button, and Tab goes through them. */
export function AccountMenu() {
  const { t } = useLingui();
  const [{ data }] = useQuery({ query: GetMeProfileQuery });
  const session = useSession();
  const navigate = useNavigate();
  const pathname = useLocation({ select: (now) => now.pathname });
  const [open, setOpen] = useState(false);
  const [signOutFailed, setSignOutFailed] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const listId = useId();
  const me = data?.me;
  const registered = Boolean(me?.name);
  const isChild = me?.isChild ?? false;
  useFirstChoice((me?.familySize ?? 1) > 1);

  const [openedAt, setOpenedAt] = useState(pathname);
  if (openedAt !== pathname) {
    setOpenedAt(pathname);
    setOpen(false);
  }
  useEffect(() => {
    if (!open) return;
    const leave = (event: Event): void => {
      if (event.target instanceof Node && !box.current?.contains(event.target)) setOpen(false);
    };
    addEventListener("pointerdown", leave);
    addEventListener("focusin", leave);
    return () => {
      removeEventListener("pointerdown", leave);
      removeEventListener("focusin", leave);
    };
  }, [open]);

  const signOut = async (): Promise<void> => {
    try {
      await session.signOut();
      setOpen(false);
      await navigate({ to: paths.dashboard() });
    } catch {
      setSignOutFailed(true);
    }
  };

  return (
    <div
      ref={box}
      className="account-menu"
      onKeyDown={(event) => {
        if (event.key !== "Escape" || !open) return;
        setOpen(false);
        button.current?.focus();
      }}
    >
      <button
        ref={button}
        type="button"
        className="bar-button"
        aria-expanded={open}
        aria-controls={listId}
        aria-label={registered ? t`Your account, ${me?.name}` : t`Your account`}
        onClick={() => setOpen(!open)}
      >
        <span className="avatar">
          {me?.photoURL ? (
            <img src={me.photoURL} alt="" width={40} height={40} />
          ) : me?.name ? (
            initial(me.name)
          ) : (
            <User aria-hidden="true" size={20} />
          )}
        </span>
      </button>
      <div id={listId} className="account-menu-list" hidden={!open}>
        <p className="account-menu-who">
          {registered ? (
            <>
              <b>{me?.name}</b>
              {me?.username ? `@${me.username}` : null}
            </>
          ) : (
            <>
              <b>{t`You’re here as a guest`}</b>
              {t`Register and what you have danced stays yours, on every device.`}
            </>
          )}
        </p>
        {!registered && (
          <>
            <Link
              className="account-menu-item"
              to={paths.register()}
              search={{ next: pathname }}
            >{t`Register`}</Link>
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
        <Link className="account-menu-item" to={paths.saved()}>{t`Saved classes`}</Link>
        {(me?.familySize ?? 1) > 1 && (
          <Link className="account-menu-item" to={paths.family()} search={{ next: pathname }}>
            {t`Who’s dancing?`}
          </Link>
        )}
        {!isChild && (
          <>
            <Link className="account-menu-item" to={paths.subscription()}>{t`Subscription`}</Link>
            <Link className="account-menu-item" to={paths.notificationSettings()}>{t`Notifications`}</Link>
            <Link className="account-menu-item" to={paths.settings()}>{t`Settings`}</Link>
          </>
        )}
        {registered && !isChild && (
          <button
            type="button"
            className="account-menu-item"
            onClick={() => void signOut()}
          >{t`Sign out`}</button>
        )}
        <p role="alert" className="account-menu-who" hidden={!signOutFailed}>
          {signOutFailed ? t`You are still signed in: the studio didn’t answer. Try once more.` : null}
        </p>
      </div>
    </div>
  );
}

function initial(name: string): string {
  return [...name.trim()][0]?.toUpperCase() ?? "";
}
