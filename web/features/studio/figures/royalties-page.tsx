import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "../../../graphql/hooks.ts";
import { graphql, type ResultOf } from "../../../graphql/graphql.ts";
import { formatDuration, formatMoment, formatPart } from "../../../lib/formats.ts";
import { paths } from "../../../lib/paths.ts";
import { Link } from "../../../lib/router/index.ts";
import { useChoice } from "../../../lib/use-choice.ts";
import { Select } from "../../../ui/select.tsx";
import { CsvButton } from "../public/csv-button.tsx";
import { FiguresTable } from "../public/figures-table.tsx";
import { StudioPage } from "../public/studio-page.tsx";
import { usePermissions } from "../public/use-permissions.ts";

const RoyaltiesQuery = graphql(`
  query Royalties($quarter: String) {
    royaltyReport(quarter: $quarter) {
      quarter
      firstDay
      lastDay
      isOver
      quarters
      plays
      dancedMs
      soundedMs
      songCount
      withoutIsrcCount
      songs {
        songId
        title
        artist
        isrc
        rightsHolder
        classes
        plays
        soundedMs
      }
      withoutIsrc {
        songId
        title
        artist
        plays
        soundedMs
      }
    }
  }
`);
type Report = ResultOf<typeof RoyaltiesQuery>["royaltyReport"];

/** "Q3 2026", from 2026-Q3. */
const labelOf = (quarter: string): string => quarter.split("-").toReversed().join(" ");
const dayOf = (day: string): string => formatMoment(new Date(`${day}T12:00:00Z`), "date");

/** How songs were used in a quarter, for collecting societies: what is missing first, then the file and its rows. */
export function Page() {
  const { t } = useLingui();
  const [quarter, choose] = useChoice<string>("quarter", null, "");
  const query = useQuery({
    query: RoyaltiesQuery,
    variables: { quarter: quarter || null },
    requestPolicy: "cache-and-network",
  });
  const report = query[0].data?.royaltyReport;
  return (
    <StudioPage
      title={t`Music report`}
      note={t`Plays and seconds of each song in a quarter, for GEMA, PRS, ASCAP, and others.`}
      query={query}
      controls={
        report && (
          <Select
            label={t`Quarter`}
            value={report.quarter}
            options={report.quarters.map((value) => ({ value, label: labelOf(value) }))}
            onChoose={choose}
          />
        )
      }
    >
      {report && <Shown report={report} />}
    </StudioPage>
  );
}

function Shown({ report }: { report: Report }) {
  const { t } = useLingui();
  const canEdit = usePermissions()("editLibrary");
  const { songCount, withoutIsrcCount, songs, withoutIsrc, dancedMs, soundedMs } = report;
  const share = formatPart(soundedMs, dancedMs);
  return (
    <>
      <section className="stack gap-2" aria-labelledby="royalties-period">
        <h2 className="t4" id="royalties-period">
          {t`${dayOf(report.firstDay)} to ${dayOf(report.lastDay)}`}
        </h2>
        {!report.isOver && (
          <p className="muted">{t`This quarter isn’t over. Download it after its last day.`}</p>
        )}
        <ul className="t1 muted pretty stack gap-2">
          <li>{t`Each play of a class counts as one performance of each of its songs.`}</li>
          <li>{t`The time a class was danced is divided among its songs by how long each plays in it. No second counts twice.`}</li>
          <li>{t`A loop counts each time. A slow tempo counts for as long as it takes.`}</li>
          <li>{t`Songs are taken from the classes as they are now. Previews and your team don’t count.`}</li>
        </ul>
        {dancedMs > 0 && (
          <p className="t1">{t`${share} of the ${formatDuration(dancedMs)} danced have a song. Add songs to classes for the rest.`}</p>
        )}
      </section>
      {withoutIsrcCount > 0 && (
        <FiguresTable
          id="royalties-missing"
          title={plural(withoutIsrcCount, {
            one: "# song without an ISRC",
            other: "# songs without an ISRC",
          })}
          note={t`Societies may not accept these rows. Add the codes before you download the file.`}
          empty=""
          columns={[
            { label: t`Song` },
            { label: t`Artist` },
            { label: t`Plays`, isFigure: true },
            { label: t`Time`, isFigure: true },
          ]}
          rows={withoutIsrc.map(({ songId, title, artist, plays, soundedMs: ms }) => ({
            key: songId,
            cells: [
              canEdit ? (
                <Link key="title" className="link" to={paths.studioSongs()} search={{ search: title }}>
                  <bdi>{title}</bdi>
                </Link>
              ) : (
                <bdi key="title">{title}</bdi>
              ),
              <bdi key="artist">{artist}</bdi>,
              plays,
              formatDuration(ms),
            ],
          }))}
        />
      )}
      <div>
        <CsvButton path={`royalties.csv?quarter=${report.quarter}`}>{t`Download CSV`}</CsvButton>
      </div>
      <FiguresTable
        id="royalties-songs"
        title={t`Songs`}
        {...(songCount > songs.length ? { note: t`The file has all ${songCount} songs.` } : {})}
        empty={t`No song was played in this quarter.`}
        columns={[
          { label: t`Song` },
          { label: t`Artist` },
          { label: t`ISRC` },
          { label: t`Rights holder` },
          { label: t`Classes`, isFigure: true },
          { label: t`Plays`, isFigure: true },
          { label: t`Time`, isFigure: true },
        ]}
        rows={songs.map(({ songId, title, artist, isrc, rightsHolder, classes, plays, soundedMs: ms }) => ({
          key: songId,
          cells: [
            <bdi key="title">{title}</bdi>,
            <bdi key="artist">{artist}</bdi>,
            isrc ?? "–",
            <bdi key="holder">{rightsHolder ?? "–"}</bdi>,
            classes,
            plays,
            formatDuration(ms),
          ],
        }))}
      />
    </>
  );
}
