import { useLingui } from "@lingui/react/macro";
import { useEffect, useEffectEvent, useState } from "react";
import { useQuery } from "../../../graphql/hooks.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { formatMoment } from "../../../lib/formats.ts";
import { Link } from "../../../lib/router/index.ts";
import { Button } from "../../../ui/button.tsx";

const VideoImportListQuery = graphql(`
  query VideoImportList($after: ID) {
    videoImports(after: $after) {
      id
      name
      createdAt
    }
  }
`);

/** As many as the server gives at once. */
const pageLength = 20;

/** Imports, the newest first, a page at a time. */
export function EarlierImports({ shownId }: { shownId: string | null }) {
  const { t } = useLingui();
  return (
    <section className="stack gap-2" aria-labelledby="earlier-imports">
      <h2 className="t4" id="earlier-imports">{t`Imports`}</h2>
      <ImportPage after={null} shownId={shownId} />
    </section>
  );
}

function ImportPage({ after, shownId }: { after: string | null; shownId: string | null }) {
  const { t } = useLingui();
  const [goesOn, setGoesOn] = useState(false);
  const [{ data, error }, again] = useQuery({
    query: VideoImportListQuery,
    variables: { after },
    requestPolicy: "cache-and-network",
  });
  const isUnlisted =
    after === null && shownId !== null && data?.videoImports.every(({ id }) => id !== shownId) === true;
  const reload = useEffectEvent(() => again({ requestPolicy: "network-only" }));
  // One that was just started; the list stays, with its focus.
  useEffect(() => {
    if (isUnlisted) reload();
  }, [isUnlisted, shownId]);
  if (!data)
    return error ? (
      <div>
        <p className="hint hint-bad">{t`Couldn’t load the imports.`}</p>
        <Button size="s" onClick={() => again({ requestPolicy: "network-only" })}>{t`Try again`}</Button>
      </div>
    ) : null;
  const imports = data.videoImports;
  const last = imports.at(-1);
  return (
    <>
      <ul className="video-imports">
        {imports.map(({ id, name, createdAt }) => (
          <li key={id}>
            <Link
              className="strong"
              to="."
              search={{ import: id }}
              aria-current={id === shownId || undefined}
            >
              <bdi>{name}</bdi>
            </Link>
            <span className="t1 muted">{formatMoment(new Date(createdAt), "dateTime")}</span>
          </li>
        ))}
      </ul>
      {last &&
        imports.length === pageLength &&
        (goesOn ? (
          <ImportPage after={last.id} shownId={shownId} />
        ) : (
          <div>
            <Button size="s" onClick={() => setGoesOn(true)}>{t`Show earlier imports`}</Button>
          </div>
        ))}
    </>
  );
}
