import { useLingui } from "@lingui/react/macro";
import { Ellipsis } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import { readFragment, type FragmentOf } from "../../../graphql/graphql.ts";
import { paths } from "../../../lib/paths.ts";
import { Link } from "../../../lib/router/index.ts";
import { Avatar } from "../../../ui/avatar.tsx";
import { Button, IconButton } from "../../../ui/button.tsx";
import { ReportSheet } from "../../community/public/report-sheet.tsx";
import { useDistance } from "../actions/use-distance.ts";
import { useFollow } from "../actions/use-follow.ts";
import { ProfileTextFragment } from "./profile-fragment.ts";

type ProfileHeadProps = {
  person: FragmentOf<typeof ProfileTextFragment>;
  /** Whether the viewer is a member. */
  isMember: boolean;
  onEdit: () => void;
};

/** Head of a profile page: the person, and the viewer's relation to them. */
export function ProfileHead({ person, isMember, onEdit }: ProfileHeadProps) {
  const { t, i18n } = useLingui();
  const follow = useFollow();
  const { block } = useDistance();
  const found = readFragment(ProfileTextFragment, person);
  const { id, username, name, bio, links, isMe, isFollowing, isBlockedByMe, instructorSlug } = found;
  const count = (value: number) => (value >= 10_000 ? `${i18n.number(10_000)}+` : i18n.number(value));
  const attributes = [
    { value: count(found.followersCount), label: t`followers` },
    { value: count(found.followingCount), label: t`following` },
    { value: i18n.number(found.totalLikesCount), label: t`likes` },
  ];
  return (
    <header className="profile-head">
      <Avatar url={found.photoURL} name={username ?? ""} size="page" />
      <div className="stack gap-2 profile-who">
        <h1 className="d1 d1-page profile-name">{username}</h1>
        {name && (
          <p className="strong">
            <bdi>{name}</bdi>
          </p>
        )}
        {bio && (
          <p className="muted pretty profile-bio" dir="auto">
            {bio}
          </p>
        )}
        {isMe && !bio && <p className="muted">{t`Add a short bio.`}</p>}
        {(links.length > 0 || instructorSlug) && (
          <p className="row wrap profile-links">
            {instructorSlug && (
              <Link className="link strong" to={paths.instructor(instructorSlug)}>
                {t`Classes`}
              </Link>
            )}
            {links.map(({ url, title }) => (
              <a key={url} className="link" href={url} rel="ugc nofollow noopener noreferrer" target="_blank">
                {title}
              </a>
            ))}
          </p>
        )}
      </div>
      <div className="profile-side">
        <dl className="row profile-facts">
          {attributes.map(({ value, label }) => (
            <div key={label}>
              <dt className="t1 muted">{label}</dt>
              <dd className="num">{value}</dd>
            </div>
          ))}
        </dl>
        <div className="row wrap">
          {isMe ? (
            <Button onClick={onEdit}>{t`Edit profile`}</Button>
          ) : isBlockedByMe ? (
            <Button onClick={() => void block({ id, name: username ?? "" }, false)}>{t`Unblock`}</Button>
          ) : isMember ? (
            <Button
              chosen={isFollowing}
              aria-pressed={isFollowing}
              onClick={() => void follow(id, !isFollowing)}
            >
              {isFollowing ? t`Following` : found.isFollowingMe ? t`Follow back` : t`Follow`}
            </Button>
          ) : (
            <Link className="btn" to={paths.register()} search={{ next: paths.profile(username ?? "") }}>
              {t`Follow`}
            </Link>
          )}
          {!isMe && <MoreActs person={found} isMember={isMember} />}
        </div>
      </div>
    </header>
  );
}

type Acted = { id: string; username: string | null; isMutedByMe: boolean; isBlockedByMe: boolean };

/** Rare actions: mute, block, report. A disclosure; Tab moves through it. */
function MoreActs({ person, isMember }: { person: Acted; isMember: boolean }) {
  const { t } = useLingui();
  const { block, mute } = useDistance();
  const [isOpen, setOpen] = useState(false);
  const [isReporting, setReporting] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const listId = useId();
  useEffect(() => {
    if (!isOpen) return;
    const leave = (event: Event): void => {
      if (event.target instanceof Node && !box.current?.contains(event.target)) setOpen(false);
    };
    addEventListener("pointerdown", leave);
    addEventListener("focusin", leave);
    return () => {
      removeEventListener("pointerdown", leave);
      removeEventListener("focusin", leave);
    };
  }, [isOpen]);
  const other = { id: person.id, name: person.username ?? "" };
  const act = (work: () => void) => () => {
    setOpen(false);
    work();
  };
  return (
    <div
      ref={box}
      className="more-acts"
      onKeyDown={(event) => {
        if (event.key === "Escape") setOpen(false);
      }}
    >
      <IconButton
        label={isMember ? t`Mute, block or report` : t`Report`}
        icon={Ellipsis}
        aria-expanded={isOpen}
        aria-controls={listId}
        onClick={() => setOpen(!isOpen)}
      />
      <div id={listId} className="more-acts-list" hidden={!isOpen}>
        {isMember && (
          <>
            <button type="button" onClick={act(() => void mute(other, !person.isMutedByMe))}>
              {person.isMutedByMe ? t`Unmute` : t`Mute`}
            </button>
            <button type="button" onClick={act(() => void block(other, !person.isBlockedByMe))}>
              {person.isBlockedByMe ? t`Unblock` : t`Block`}
            </button>
          </>
        )}
        <button type="button" onClick={act(() => setReporting(true))}>{t`Report`}</button>
      </div>
      {isReporting && <ReportSheet contentType="user" id={person.id} onClose={() => setReporting(false)} />}
    </div>
  );
}
