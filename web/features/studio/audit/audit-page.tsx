import "../people/people.css";
import "./audit.css";
import { useLingui } from "@lingui/react/macro";
import { lazy, Suspense } from "react";
import { auditKinds } from "../../../../contract/audit-actions.ts";
import { useQuery } from "../../../graphql/hooks.ts";
import { graphql, readFragment, type FragmentOf, type VariablesOf } from "../../../graphql/graphql.ts";
import { stringifySearch } from "../../../lib/search-params.ts";
import { useNavigate, useSearch } from "../../../lib/router/index.ts";
import { PagedList, type ListPage } from "../../../layouts/paged-list.tsx";
import { QueryError } from "../../../layouts/query-error.tsx";
import { Select } from "../../../ui/select.tsx";
import { CsvButton } from "../public/csv-button.tsx";
import { StudioPage } from "../public/studio-page.tsx";
import { StudioSearch } from "../public/studio-search.tsx";
import { AuditEntryFragment } from "./audit-entry-fragment.ts";
import { kindLabels } from "./kind-labels.ts";
import { PageSkeleton } from "../public/page-skeleton.tsx";

// Its sentences are preloaded while the entries are being fetched.
const auditRows = import("./audit-rows.tsx");
const AuditRows = lazy(async () => ({ default: (await auditRows).AuditRows }));

const AuditFragment = graphql(
  `
    fragment AuditLog on StudioAuditLog {
      nextCursor
      items {
        id
        ...AuditEntry
      }
    }
  `,
  [AuditEntryFragment],
);
const AuditQuery = graphql(
  `
    query StudioAudit($filter: StudioAuditFilter!, $after: String) {
      studioAudit(filter: $filter, pagination: { first: 24, after: $after }) {
        ...AuditLog
      }
    }
  `,
  [AuditFragment],
);
const StaffQuery = graphql(`
  query StudioAuditStaff {
    staff {
      id
      name
    }
  }
`);
type Filter = VariablesOf<typeof AuditQuery>["filter"];

const names = ["who", "kind", "about", "from", "until"] as const;
type Name = (typeof names)[number];

/** The filters of the address. Unknown values are dropped. */
function useFilters() {
  const search = useSearch();
  const navigate = useNavigate();
  const given = (name: Name): string | null => {
    const value = search[name];
    return typeof value === "string" && value !== "" ? value : null;
  };
  const day = (name: Name): string | null => {
    const value = given(name);
    return value && /^\d{4}-\d\d-\d\d$/.test(value) ? value : null;
  };
  const who = given("who");
  const filter = {
    who: who && /^(operator|[0-9a-f-]{36})$/.test(who) ? who : null,
    kind: auditKinds.find((kind) => kind === given("kind")) ?? null,
    about: given("about"),
    from: day("from"),
    until: day("until"),
  } satisfies Filter;
  return {
    filter,
    address: stringifySearch(Object.fromEntries(names.map((name) => [name, filter[name]]))),
    choose: (changed: Partial<Record<Name, string | undefined>>): void => {
      void navigate({ to: ".", search: { ...search, ...changed }, replace: true, resetScroll: false });
    },
  };
}

/** What staff did, newest first, with filters that live in the address. */
export function Page() {
  const { t } = useLingui();
  const { filter, address, choose } = useFilters();
  const query = useQuery({
    query: AuditQuery,
    variables: { filter, after: null },
    requestPolicy: "cache-and-network",
  });
  const [{ data: people }] = useQuery({ query: StaffQuery });
  const page = query[0].data?.studioAudit;
  const staff = people?.staff ?? [];
  const isFormer =
    filter.who !== null && filter.who !== "operator" && !staff.some(({ id }) => id === filter.who);
  return (
    <StudioPage
      title={t`Audit log`}
      note={t`Everything the team did, with the values before and after.`}
      query={query}
      controls={<CsvButton path={`audit.csv${address}`} />}
    >
      {page && (
        <div className="stack gap-5">
          <StudioSearch
            label={t`Search by subject`}
            hint={t`Name, @name, email, or invoice number`}
            value={filter.about ?? ""}
            onSearch={(text) => choose({ about: text || undefined })}
          />
          <div className="people-filters">
            <Select
              label={t`Who`}
              value={filter.who ?? ""}
              onChoose={(who) => choose({ who: who || undefined })}
              options={[
                { value: "", label: t`The whole team` },
                ...staff.map(({ id, name }) => ({ value: id as string, label: name })),
                ...(isFormer ? [{ value: filter.who ?? "", label: t`A former member of the team` }] : []),
                { value: "operator", label: t`The operator` },
              ]}
            />
            <Select
              label={t`Subject`}
              value={filter.kind ?? ""}
              onChoose={(kind) => choose({ kind: kind || undefined })}
              options={[
                { value: "", label: t`All subjects` },
                ...auditKinds.map((kind) => ({ value: kind as string, label: kindLabels()[kind] })),
              ]}
            />
            {(["from", "until"] as const).map((name) => (
              <label className="field" key={name}>
                <span className="lab">{name === "from" ? t`From` : t`Until`}</span>
                <input
                  key={filter[name]}
                  className="in"
                  type="date"
                  defaultValue={filter[name] ?? ""}
                  onBlur={(event) => choose({ [name]: event.currentTarget.value || undefined })}
                />
              </label>
            ))}
          </div>
          {address && (
            <p>
              <button
                type="button"
                className="link"
                onClick={() => choose(Object.fromEntries(names.map((name) => [name, undefined])))}
              >
                {t`Clear filters`}
              </button>
            </p>
          )}
          <PagedList list={`audit ${address}`}>
            {({ after, further }) =>
              after === null ? (
                <Entries page={page} further={further} isFiltered={address !== ""} />
              ) : (
                <Further filter={filter} after={after} further={further} />
              )
            }
          </PagedList>
        </div>
      )}
    </StudioPage>
  );
}

type EntriesProps = {
  page: FragmentOf<typeof AuditFragment>;
  further: ListPage["further"];
  isFiltered: boolean;
};

function Entries({ page, further, isFiltered }: EntriesProps) {
  const { t } = useLingui();
  const { items, nextCursor } = readFragment(AuditFragment, page);
  if (items.length === 0)
    return (
      <p className="muted" role="status">
        {isFiltered ? t`No entries match. Clear a filter to see more.` : t`No entries yet.`}
      </p>
    );
  return (
    <>
      <Suspense fallback={<PageSkeleton />}>
        <AuditRows entries={items} />
      </Suspense>
      {further(nextCursor)}
    </>
  );
}

function Further({
  filter,
  after,
  further,
}: {
  filter: Filter;
  after: string;
  further: ListPage["further"];
}) {
  const { t } = useLingui();
  const query = useQuery({ query: AuditQuery, variables: { filter, after } });
  const [{ data, error }] = query;
  if (data) return <Entries page={data.studioAudit} further={further} isFiltered />;
  return error ? (
    <QueryError query={query} title={t`Couldn’t load more`}>
      {t`We couldn’t connect. Nothing changed.`}
    </QueryError>
  ) : null;
}
