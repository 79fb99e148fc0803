import { useLingui } from "@lingui/react/macro";
import { graphql, readFragment, type FragmentOf } from "../../../graphql/graphql.ts";
import { paths } from "../../../lib/paths.ts";
import { Link } from "../../../lib/router/index.ts";

export const BadgeYearFragment = graphql(`
  fragment BadgeYear on BadgeYear {
    year
    badges {
      earnedAt
      badge {
        id
        name
        description
        activeImageUrl
      }
    }
  }
`);

/** What somebody earned, by year. */
export function BadgeYears({
  years,
  isMe,
}: {
  years: readonly FragmentOf<typeof BadgeYearFragment>[];
  isMe: boolean;
}) {
  const { t, i18n } = useLingui();
  const found = years.map((year) => readFragment(BadgeYearFragment, year));
  const total = found.reduce((sum, { badges }) => sum + badges.length, 0);
  if (total === 0 && !isMe) return null;
  return (
    <section className="sec" aria-labelledby="badges">
      <div className="sec-h">
        <h2 className="d2" id="badges">{t`Badges`}</h2>
        {total > 0 && <span className="t1 muted tn">{t`${total} earned`}</span>}
      </div>
      {total === 0 ? (
        <p className="muted">
          {t`Yours will stand here.`}{" "}
          <Link className="link" to={paths.challenges()}>{t`Find a challenge`}</Link>
        </p>
      ) : (
        <div className="stack years">
          {found.map(({ year, badges }) => (
            <div key={year} className="year">
              <h3 className="num faint">{year}</h3>
              <ul className="year-badges">
                {badges.map(({ badge, earnedAt }) => (
                  <li key={badge.id} title={badge.description}>
                    <img src={badge.activeImageUrl} alt="" width={120} height={120} loading="lazy" />
                    <span className="strong">{badge.name}</span>
                    <span className="faint">{i18n.date(earnedAt, { day: "numeric", month: "short" })}</span>
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
