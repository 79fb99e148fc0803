import "./streak-strip.css";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "urql";
import { graphql, readFragment, type FragmentOf } from "../../../graphql/graphql.ts";
import { formatMonthDayYear } from "../../../lib/formats.ts";
import { paths } from "../../../lib/paths.ts";
import { Link } from "../../../lib/router/index.ts";

const YearsFragment = graphql(`
  fragment BadgeYears on BadgeYear {
    year
    badges {
      earnedAt
      badge {
        id
        slug
        name
        activeImageUrl
      }
    }
  }
`);
const BadgesOf = graphql(
  `
    query BadgesByYear($username: String!) {
      badgesByYear(username: $username) {
        year
        ...BadgeYears
      }
    }
  `,
  [YearsFragment],
);
const MyBadges = graphql(
  `
    query MyBadgesByYear {
      myBadgesByYear {
        year
        ...BadgeYears
      }
    }
  `,
  [YearsFragment],
);

type Years = readonly ({ year: number } & FragmentOf<typeof YearsFragment>)[];

/** What somebody of a username earned, by year, the newest first; nothing while they haven't earned any. */
export function BadgeWall({ username }: { username: string }) {
  const [{ data }] = useQuery({ query: BadgesOf, variables: { username } });
  return <Wall years={data?.badgesByYear ?? []} username={username} />;
}

/** What the viewer earned. */
export function MyBadgeWall() {
  const [{ data }] = useQuery({ query: MyBadges, requestPolicy: "cache-and-network" });
  return <Wall years={data?.myBadgesByYear ?? []} username={null} />;
}

function Wall({ years, username }: { years: Years; username: string | null }) {
  const { t } = useLingui();
  if (years.length === 0) return null;
  return (
    <section className="sec" aria-labelledby="badge-wall">
      <h2 className="d2 mb-4" id="badge-wall">
        {username === null ? t`Your badges` : t`Badges`}
      </h2>
      <div className="badge-years">
        {years.map((found) => {
          const { year, badges } = readFragment(YearsFragment, found);
          return (
            <div className="badge-year" key={year}>
              <h3 className="num faint">{year}</h3>
              <ul className="badge-grid">
                {badges.map(({ badge, earnedAt }) => (
                  <li key={badge.id}>
                    <Link
                      to={paths.badge(badge.slug)}
                      search={username === null ? undefined : { by: username }}
                    >
                      <img src={badge.activeImageUrl} alt="" width={120} height={120} loading="lazy" />
                      <span>
                        <span className="strong">{badge.name}</span>
                        <br />
                        <span className="faint">{formatMonthDayYear(new Date(earnedAt))}</span>
                      </span>
                    </Link>
                  </li>
                ))}
              </ul>
            </div>
          );
        })}
      </div>
    </section>
  );
}
