import "../site.css";
import { useLingui } from "@lingui/react/macro";
import { lazy, Suspense, useId, useState } from "react";
import { dayIn } from "../../../../contract/formats/time-zones.ts";
import { legalPageKinds, legalVersionAt, type LegalPageKind } from "../../../../contract/legal-pages.ts";
import { FiguresTable } from "../../studio/public/figures-table.tsx";
import { StudioPage } from "../../studio/public/studio-page.tsx";
import { graphql } from "../../../graphql/graphql.ts";
import { useQuery } from "../../../graphql/hooks.ts";
import { formatCalendarDay } from "../../../lib/formats.ts";
import { Button } from "../../../ui/button.tsx";
import { legalName } from "./legal-names.ts";

const LegalEditor = lazy(async () => ({
  default: (await import("./legal-editor.tsx")).LegalEditor,
}));

const LegalVersionsQuery = graphql(`
  query LegalVersions {
    legalVersions {
      kind
      version
      validFrom
      announcedAt
      locale
      translations
    }
    studioSettings {
      version
      timeZone
    }
  }
`);

/** The legal pages with their versions, and the editor of one. */
export function LegalView() {
  const { t } = useLingui();
  const id = useId();
  const query = useQuery({ query: LegalVersionsQuery, requestPolicy: "cache-and-network" });
  const [{ data }, reload] = query;
  const [edited, setEdited] = useState<LegalPageKind | null>(null);
  const timeZone = data?.studioSettings.timeZone ?? "UTC";
  const now = new Date();
  const versions = data?.legalVersions ?? [];
  const words = (found: { version: number; validFrom: string } | null | undefined, empty: string): string => {
    if (!found) return empty;
    const { version } = found;
    const day = formatCalendarDay(new Date(found.validFrom), "date");
    return t`Version ${version}, ${day}`;
  };
  const hasNext = versions.some(({ validFrom }) => validFrom > dayIn(now, timeZone));
  return (
    <StudioPage
      title={t`Legal pages`}
      note={t`Each version keeps its text. What people agreed to stays readable.`}
      query={query}
    >
      {data && (
        <>
          <FiguresTable
            id={id}
            title={t`Pages`}
            empty=""
            columns={[
              { label: t`Page` },
              { label: t`In force` },
              ...(hasNext ? [{ label: t`Next` }] : []),
              { label: t`Edit`, isAction: true },
            ]}
            rows={legalPageKinds.map((kind) => {
              const name = legalName(kind);
              const next = versions.findLast(
                (one) => one.kind === kind && one.validFrom > dayIn(now, timeZone),
              );
              return {
                key: kind,
                cells: [
                  name,
                  words(legalVersionAt({ timeZone, legalVersions: versions }, kind, now), t`Not published`),
                  ...(hasNext ? [words(next, t`None`)] : []),
                  <Button key="edit" size="s" aria-label={t`Edit ${name}`} onClick={() => setEdited(kind)}>
                    {t`Edit`}
                  </Button>,
                ],
              };
            })}
          />
          {edited && (
            <Suspense>
              <LegalEditor
                key={`${edited} ${versions.flatMap((one) => [one.version, ...one.translations]).length}`}
                kind={edited}
                versions={versions.filter(({ kind }) => kind === edited)}
                inForce={legalVersionAt({ timeZone, legalVersions: versions }, edited, now)?.version ?? 0}
                today={dayIn(now, timeZone)}
                onChanged={() => reload({ requestPolicy: "network-only" })}
                onClose={() => setEdited(null)}
              />
            </Suspense>
          )}
        </>
      )}
    </StudioPage>
  );
}
