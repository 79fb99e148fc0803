import { useLingui } from "@lingui/react/macro";
import { formatList } from "../../../../contract/formats/names.ts";
import { here } from "../../../lib/reader.ts";
import { useQuery } from "../../../graphql/hooks.ts";
import { hasCode } from "../../../graphql/codes.ts";
import { graphql, readFragment, type FragmentOf } from "../../../graphql/graphql.ts";
import { paths } from "../../../lib/paths.ts";
import { Link } from "../../../lib/router/index.ts";
import { PagedList, type ListPage } from "../../../layouts/paged-list.tsx";
import { QueryError } from "../../../layouts/query-error.tsx";
import { useMissingFieldLabels } from "./missing-field-labels.ts";

const DraftPageFragment = graphql(`
  fragment DraftPage on EditedClassPage {
    nextCursor
    items {
      id
      classId
      title
      instructor
      style
      encodingPercent
      errorReason
      lacks
      sourceVideos {
        id
        angle
        state
      }
    }
  }
`);
const DraftsQuery = graphql(
  `
    query Drafts($after: String) {
      drafts(pagination: { first: 24, after: $after }) {
        ...DraftPage
      }
      editedInstructors {
        slug
        name
      }
      styles {
        slug
        name
      }
    }
  `,
  [DraftPageFragment],
);

/** Unpublished classes that the viewer may edit. */
export function useDrafts() {
  const query = useQuery({
    query: DraftsQuery,
    variables: { after: null },
    requestPolicy: "cache-and-network",
  });
  const [{ data, error }] = query;
  return {
    query,
    data,
    isPending: !data && !error,
    /** NOT_FOUND: the viewer is neither editor nor teacher. */
    isEditor: !hasCode(error, "NOT_FOUND"),
  };
}

/** Unpublished classes with their missing fields. */
export function DraftList({ drafts: { query, data } }: { drafts: ReturnType<typeof useDrafts> }) {
  const { t } = useLingui();
  if (!data)
    return (
      <QueryError query={query} title={t`Couldn’t load the drafts`}>
        {t`We couldn’t connect. Nothing changed.`}
      </QueryError>
    );
  if (readFragment(DraftPageFragment, data.drafts).items.length === 0) return null;
  return (
    <section className="stack gap-2" aria-labelledby="drafts">
      <h2 className="t4" id="drafts">{t`Drafts`}</h2>
      <PagedList list="drafts">
        {({ after, further }) =>
          after === null ? (
            <Rows data={data} further={further} />
          ) : (
            <Further after={after} further={further} />
          )
        }
      </PagedList>
    </section>
  );
}

type Named = readonly { slug: string; name: string }[];
type RowsProps = {
  data: { drafts: FragmentOf<typeof DraftPageFragment>; editedInstructors: Named; styles: Named };
  further: ListPage["further"];
};

function Rows({ data: { drafts, editedInstructors, styles }, further }: RowsProps) {
  const { items, nextCursor } = readFragment(DraftPageFragment, drafts);
  const nameOf = (all: Named, slug: string) => all.find((one) => one.slug === slug)?.name ?? slug;
  return (
    <div>
      <ul className="studio-areas">
        {items.map((draft) => (
          <li key={draft.id} className="studio-class">
            <Link className="strong" to={paths.editClass(draft.classId)}>
              {draft.title}
            </Link>
            <span className="facts t1 muted">
              <span>{nameOf(editedInstructors, draft.instructor)}</span>
              <span>{nameOf(styles, draft.style)}</span>
            </span>
            <span className="t1 muted studio-draft">
              <DraftState draft={draft} />
            </span>
          </li>
        ))}
      </ul>
      {further(nextCursor)}
    </div>
  );
}

type DraftStateProps = {
  draft: Parameters<ReturnType<typeof useMissingFieldLabels>>[0] & {
    readonly encodingPercent: number | null;
    readonly errorReason: string | null;
  };
};

function DraftState({ draft }: DraftStateProps) {
  const { t } = useLingui();
  const missingFieldLabels = useMissingFieldLabels();
  const { encodingPercent, errorReason, lacks } = draft;
  if (errorReason) return <span className="bad">{t`Video processing failed`}</span>;
  if (lacks.length === 0) return <span className="spot">{t`Ready to publish`}</span>;
  if (encodingPercent !== null) return <span className="tn">{t`Processing: ${encodingPercent}%`}</span>;
  const missing = formatList(missingFieldLabels(draft), here());
  return t`Missing: ${missing}`;
}

function Further({ after, further }: { after: string; further: ListPage["further"] }) {
  const { t } = useLingui();
  const query = useQuery({ query: DraftsQuery, variables: { after } });
  const [{ data, error }] = query;
  if (data) return <Rows data={data} further={further} />;
  return error ? (
    <QueryError query={query} title={t`Couldn’t load the next drafts`}>
      {t`We couldn’t connect. Nothing changed.`}
    </QueryError>
  ) : null;
}
