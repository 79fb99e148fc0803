import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { graphql, readFragment, type FragmentOf } from "../../../graphql/graphql.ts";
import { paths } from "../../../lib/paths.ts";
import { Link } from "../../../lib/router/index.ts";
import { Avatar } from "../../../ui/avatar.tsx";
import { formatAgo, formatMoment } from "../../../lib/formats.ts";

export const AuthorFragment = graphql(`
  fragment Author on LeaderboardUser {
    id
    username
    photoURL
  }
`);

type AuthorProps = { author: FragmentOf<typeof AuthorFragment> };

/** An author's profile photo. */
export function AuthorPhoto({ author, size = "m" }: AuthorProps & { size?: "s" | "m" | "l" }) {
  const { username, photoURL } = readFragment(AuthorFragment, author);
  return <Avatar url={photoURL} name={username ?? ""} size={size} />;
}

/** Author and time; the time is the permalink. */
export function AuthorLine({
  author,
  at,
  editedAt,
  href,
  children,
}: AuthorProps & { at: string; editedAt?: string | null; href?: string; children?: ReactNode }) {
  const { t } = useLingui();
  const { username } = readFragment(AuthorFragment, author);
  const date = new Date(at);
  const time = (
    <time dateTime={at} title={formatMoment(date, "dateTime")}>
      {formatAgo(date, new Date())}
    </time>
  );
  return (
    <p className="who">
      {username ? (
        <Link className="strong who-name" to={paths.profile(username)}>
          {username}
        </Link>
      ) : (
        <span className="strong">{t`A dancer`}</span>
      )}
      <span className="t1 faint">
        {href ? (
          <Link className="who-time" to={href}>
            {time}
          </Link>
        ) : (
          time
        )}
        {editedAt && <> {t`(edited)`}</>}
      </span>
      {children}
    </p>
  );
}
