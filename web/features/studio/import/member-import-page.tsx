import "../pages/lists.css";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { lazy, Suspense } from "react";
import { useQuery } from "../../../graphql/hooks.ts";
import { graphql, readFragment } from "../../../graphql/graphql.ts";
import { formatMonthDayYear } from "../../../lib/formats.ts";
import { paths } from "../../../lib/paths.ts";
import { Link, useNavigate, useSearch } from "../../../lib/router/index.ts";
import { StudioPage } from "../public/studio-page.tsx";
import { MemberImportFragment, countsOf, peopleOf } from "./member-import-fragment.ts";
import { MemberListUpload } from "./member-list-upload.tsx";
import { PageSkeleton } from "../public/page-skeleton.tsx";

const MemberImportDetails = lazy(async () => ({
  default: (await import("./member-import-details.tsx")).MemberImportDetails,
}));

const MemberImportsQuery = graphql(
  `
    query MemberImports {
      memberImports {
        id
        ...MemberImport
      }
    }
  `,
  [MemberImportFragment],
);

/** Members of another service from a CSV file: its columns, what is wrong with it, and the invitations. */
export function Page() {
  const { t } = useLingui();
  const search = useSearch();
  const navigate = useNavigate();
  const query = useQuery({ query: MemberImportsQuery, requestPolicy: "cache-and-network" });
  const [{ data }, again] = query;
  const reload = () => again({ requestPolicy: "network-only" });
  const all = (data?.memberImports ?? []).map((one) => readFragment(MemberImportFragment, one));
  const shown = all.find(({ id }) => id === search["import"]) ?? all.find(({ state }) => state !== "done");
  const others = all.filter((one) => one !== shown);
  const open = (id: string | undefined) =>
    void navigate({ to: ".", search: { import: id }, replace: true, resetScroll: false });
  return (
    <StudioPage
      title={t`Import members`}
      note={t`From Uscreen, Kajabi, Vimeo OTT, Mailchimp, or your own list. First we check the file. No one is invited until you say so.`}
      query={query}
      neighbours={<Link className="link" to={paths.videoImport()}>{t`Import videos`}</Link>}
    >
      {data && (
        <div className="stack gap-6">
          <MemberListUpload
            onReceived={(id) => {
              open(id);
              reload();
            }}
          />
          {shown && (
            <Suspense fallback={<PageSkeleton />}>
              <MemberImportDetails
                key={shown.id}
                found={shown}
                onChanged={reload}
                onDeleted={() => {
                  open(undefined);
                  reload();
                }}
              />
            </Suspense>
          )}
          {others.length > 0 && (
            <section className="stack gap-2" aria-labelledby="earlier-imports">
              <h2 className="t4" id="earlier-imports">{t`Earlier lists`}</h2>
              <ul className="import-list">
                {others.map((one) => {
                  const { invited, waiting } = peopleOf(countsOf(one));
                  return (
                    <li key={one.id}>
                      <Link className="strong" to={paths.memberImport()} search={{ import: one.id }}>
                        <bdi>{one.fileName || t`List`}</bdi>
                      </Link>
                      <span className="facts t1 muted">
                        <span>{formatMonthDayYear(new Date(one.createdAt))}</span>
                        <span className="tn">
                          {one.state === "draft"
                            ? plural(waiting, { one: "# person to invite", other: "# people to invite" })
                            : plural(invited, { one: "# person invited", other: "# people invited" })}
                        </span>
                      </span>
                    </li>
                  );
                })}
              </ul>
            </section>
          )}
          <p className="t1 muted pretty">
            {t`We delete a list’s data once its people are invited, or after 7 days if you don’t start.`}
          </p>
        </div>
      )}
    </StudioPage>
  );
}
