import { useLingui } from "@lingui/react/macro";
import { formatList } from "../../../../contract/formats/names.ts";
import { Link } from "../../../lib/router/index.ts";
import { readFragment, type FragmentOf } from "../../../graphql/graphql.ts";
import { formatMoment } from "../../../lib/formats.ts";
import { paths } from "../../../lib/paths.ts";
import { ClassCard } from "../public/class-card.tsx";
import type { ClassSummaryFragment } from "../public/class-summary.ts";
import { useClassLabels } from "../public/labels.ts";
import { ClassDetailsFragment } from "./class-details-fragment.ts";
import { ClassSongList } from "./class-song-list.tsx";

type ClassDetailsProps = {
  studioClass: FragmentOf<typeof ClassDetailsFragment>;
  next: FragmentOf<typeof ClassSummaryFragment> | null;
};

/** Attributes of a class as a description list, with links to related lists, and the next class. */
export function ClassDetails({ studioClass, next }: ClassDetailsProps) {
  const { t, i18n } = useLingui();
  const labels = useClassLabels();
  const found = readFragment(ClassDetailsFragment, studioClass);
  const tempos = [...new Set(found.beatGrid.map(({ bpm }) => Math.round(bpm)))].toSorted((a, b) => a - b);
  const [slowest] = tempos;
  const fastest = tempos.at(-1);
  return (
    <>
      <div className="stack">
        <dl className="defs">
          <div>
            <dt>{t`Level`}</dt>
            <dd>{labels.level(found.level)}</dd>
          </div>
          <div>
            <dt>{t`Kind`}</dt>
            <dd>{labels.type(found.type)}</dd>
          </div>
          {fastest !== undefined && (
            <div>
              <dt>{t`Tempo`}</dt>
              <dd className="tn">
                {slowest !== fastest ? t`${fastest} BPM, taught from ${slowest}` : t`${fastest} BPM`}
              </dd>
            </div>
          )}
          <div>
            <dt>{t`Views`}</dt>
            <dd>
              {formatList(
                found.video.angles.map(({ label }) => label),
                { locale: i18n.locale },
              )}
            </dd>
          </div>
          <div>
            <dt>{t`Music`}</dt>
            <dd>{found.isExplicit ? t`Explicit lyrics` : t`Clean lyrics`}</dd>
          </div>
          {found.songs.length > 0 && (
            <div>
              <dt>{t`Songs`}</dt>
              <dd>
                <ClassSongList songs={found.songs} />
              </dd>
            </div>
          )}
          <div>
            <dt>{t`Included with`}</dt>
            <dd>
              {found.isFree
                ? t`Free for everyone`
                : found.isSoldApart
                  ? t`No plan. It’s sold on its own.`
                  : labels.accessType(found.accessType)}
            </dd>
          </div>
          {found.leavesAt && (
            <div>
              <dt>{t`In the library until`}</dt>
              <dd>{formatMoment(new Date(found.leavesAt), "date")}</dd>
            </div>
          )}
        </dl>
        <ul className="row wrap gap-2" aria-label={t`Categories`}>
          <li>
            <Link className="chip" to={paths.library()} search={{ section: found.section.slug }}>
              {found.section.name}
            </Link>
          </li>
          {found.categories.map(({ slug, name }) => (
            <li key={slug}>
              <Link className="chip" to={paths.category(slug)}>
                {name}
              </Link>
            </li>
          ))}
        </ul>
      </div>
      {next && (
        <section className="stack" aria-labelledby="next">
          <h2 className="t4" id="next">
            {t`Up next`}
          </h2>
          <ClassCard studioClass={next} sizes="(min-width: 64rem) 30vw, 92vw" />
        </section>
      )}
    </>
  );
}
