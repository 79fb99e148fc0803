import "../../studio/public/records.css";
import "./video-import.css";
import { useLingui } from "@lingui/react/macro";
import { lazy, Suspense } from "react";
import { useQuery } from "../../../graphql/hooks.ts";
import { graphql, readFragment } from "../../../graphql/graphql.ts";
import { formatMoment } from "../../../lib/formats.ts";
import { paths } from "../../../lib/paths.ts";
import { Link, useNavigate, useSearch } from "../../../lib/router/index.ts";
import { StudioPage } from "../../studio/public/studio-page.tsx";
import { ChoicesFragment } from "../editor/edited-class.ts";

const VideoImportsQuery = graphql(
  `
    query VideoImports {
      videoImports {
        id
        name
        createdAt
      }
      ...ClassChoices
    }
  `,
  [ChoicesFragment],
);
const StartImport = lazy(async () => ({ default: (await import("./start-import.tsx")).StartImport }));
const OpenImport = lazy(async () => ({ default: (await import("./open-import.tsx")).OpenImport }));

/** Folders of videos: what their drafts begin with, their uploads, and a table that fills many at once. */
export function Page() {
  const { t } = useLingui();
  const { import: opened } = useSearch();
  const navigate = useNavigate();
  const query = useQuery({ query: VideoImportsQuery, requestPolicy: "cache-and-network" });
  const [{ data }, again] = query;
  const choices = readFragment(ChoicesFragment, data);
  const imports = data?.videoImports ?? [];
  const shown = imports.find(({ id }) => id === opened);
  const open = (id: string): void => {
    again({ requestPolicy: "network-only" });
    void navigate({ to: ".", search: { import: id }, resetScroll: false });
  };
  return (
    <StudioPage
      title={t`Import videos`}
      note={t`Every video becomes a draft. Nothing is published.`}
      query={query}
      neighbours={
        <>
          <Link className="link" to={paths.instructorClasses()}>{t`Classes`}</Link>
          <Link className="link" to={paths.memberImport()}>{t`Import members`}</Link>
        </>
      }
    >
      {choices && (
        <div className="stack gap-6">
          <Suspense>
            {shown ? (
              <OpenImport key={shown.id} id={shown.id} choices={choices} />
            ) : (
              <StartImport choices={choices} onStarted={open} />
            )}
          </Suspense>
          {shown && (
            <p>
              <Link className="link" to="." search={{}}>{t`Start another import`}</Link>
            </p>
          )}
          {imports.length > 0 && (
            <section className="stack gap-2" aria-labelledby="earlier-imports">
              <h2 className="t4" id="earlier-imports">{t`Imports`}</h2>
              <ul className="video-imports">
                {imports.map(({ id, name, createdAt }) => (
                  <li key={id}>
                    <Link
                      className="strong"
                      to="."
                      search={{ import: id }}
                      aria-current={id === shown?.id || undefined}
                    >
                      <bdi>{name}</bdi>
                    </Link>
                    <span className="t1 muted">{formatMoment(new Date(createdAt), "dateTime")}</span>
                  </li>
                ))}
              </ul>
            </section>
          )}
        </div>
      )}
    </StudioPage>
  );
}
