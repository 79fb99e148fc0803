import "./badge-wall.css";
import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { useQuery } from "../../../graphql/hooks.ts";
import { graphql, readFragment, type FragmentOf } from "../../../graphql/graphql.ts";
import { paths } from "../../../lib/paths.ts";
import { Link } from "../../../lib/router/index.ts";
import { formatMonthDayPlainYear } from "../../../lib/record-formats.ts";

export const BadgeYearFragment = graphql(`
  fragment BadgeYear on BadgeYear {
    year
    badges {
      earnedAt
      badge {
        id
        slug
        name
        description
        activeImageUrl
      }
    }
  }
`);
const MyBadges = graphql(
  `
    query MyBadgesByYear {
      myBadgesByYear {
        year
        ...BadgeYear
      }
    }
  `,
  [BadgeYearFragment],
);

type BadgeWallProps = {
  years: readonly FragmentOf<typeof BadgeYearFragment>[];
  /** Username for the badges' links; null: the viewer's own badges. */
  username: string | null;
  /** Empty state; without it nothing is rendered. */
  empty?: ReactNode;
};

/** Earned badges by year, newest first. */
export function BadgeWall({ years, username, empty }: BadgeWallProps) {
  const { t } = useLingui();
  const found = years.map((year) => readFragment(BadgeYearFragment, year));
  const total = found.reduce((sum, { badges }) => sum + badges.length, 0);
  if (total === 0 && !empty) return null;
  return (
    <section className="sec" aria-labelledby="badge-wall">
      <div className="sec-h">
        <h2 className="d2" id="badge-wall">
          {username === null ? t`Your badges` : t`Badges`}
        </h2>
        {total > 0 && <span className="t1 muted tn">{t`${total} earned`}</span>}
      </div>
      {total === 0 ? (
        empty
      ) : (
        <div className="badge-years">
          {found.map(({ year, badges }) => (
            <div className="badge-year" key={year}>
              <h3 className="num faint">{year}</h3>
              <ul className="badge-grid">
                {badges.map(({ badge, earnedAt }) => (
                  <li key={badge.id}>
                    <Link
                      to={paths.badge(badge.slug)}
                      search={username === null ? undefined : { by: username }}
                      title={badge.description}
                    >
                      <img src={badge.activeImageUrl} alt="" width={120} height={120} loading="lazy" />
                      <span>
                        <span className="strong">{badge.name}</span>
                        <br />
                        <span className="faint">{formatMonthDayPlainYear(new Date(earnedAt))}</span>
                      </span>
                    </Link>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </div>
      )}
    </section>
  );
}

/** Badges that the viewer earned. `empty`: shown without any. */
export function MyBadgeWall({ empty }: { empty?: ReactNode }) {
  const [{ data }] = useQuery({ query: MyBadges, requestPolicy: "cache-and-network" });
  return <BadgeWall years={data?.myBadgesByYear ?? []} username={null} empty={data && empty} />;
}
