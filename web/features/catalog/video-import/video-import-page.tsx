import "../../studio/public/records.css";
import "./video-import.css";
import { useLingui } from "@lingui/react/macro";
import { lazy, Suspense } from "react";
import { useQuery } from "../../../graphql/hooks.ts";
import { graphql, readFragment } from "../../../graphql/graphql.ts";
import { paths } from "../../../lib/paths.ts";
import { Link, useNavigate, useSearch } from "../../../lib/router/index.ts";
import { StudioPage } from "../../studio/public/studio-page.tsx";
import { ChoicesFragment } from "../editor/edited-class.ts";
import { EarlierImports } from "./earlier-imports.tsx";

const ChoicesQuery = graphql(
  `
    query VideoImportChoices {
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
  const { import: asked } = useSearch();
  const opened = typeof asked === "string" ? asked : null;
  const navigate = useNavigate();
  const query = useQuery({ query: ChoicesQuery, requestPolicy: "cache-and-network" });
  const [{ data }] = query;
  const choices = readFragment(ChoicesFragment, data);
  const open = (id: string): void => {
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
            {opened ? (
              <OpenImport key={opened} id={opened} choices={choices} />
            ) : (
              <StartImport choices={choices} onStarted={open} />
            )}
          </Suspense>
          {opened && (
            <p>
              <Link className="link" to="." search={{}}>{t`Start another import`}</Link>
            </p>
          )}
          <EarlierImports shownId={opened} />
        </div>
      )}
    </StudioPage>
  );
}
