import { useLingui } from "@lingui/react/macro";
import { readFragment, type FragmentOf, type ResultOf } from "../../../graphql/graphql.ts";
import { formatMoment } from "../../../lib/formats.ts";
import { paths } from "../../../lib/paths.ts";
import { Link } from "../../../lib/router/index.ts";
import { AuditEntryFragment } from "./audit-entry-fragment.ts";
import { readableChanges } from "./changes.ts";
import { markOf, sentenceOf, subjectLabel } from "./sentences.ts";

type Entry = ResultOf<typeof AuditEntryFragment>;

/** Entries of the audit log, each a sentence with what changed below it. */
export function AuditRows({
  entries,
}: {
  entries: readonly (FragmentOf<typeof AuditEntryFragment> & { id: string })[];
}) {
  return (
    <ol className="audit">
      {entries.map((masked) => (
        <Row key={masked.id} entry={readFragment(AuditEntryFragment, masked)} />
      ))}
    </ol>
  );
}

/** Where the subject is edited, if it has a name and a page. */
function subjectPage({ subjectKind, subjectId: id, subjectName }: Entry): {
  readonly to: string;
  readonly search?: Record<string, string>;
} | null {
  if (!id || !subjectName) return null;
  switch (subjectKind) {
    case "person":
      return { to: paths.studioPerson(id) };
    case "class":
      return { to: paths.editClass(id) };
    case "course":
      return { to: paths.studioCourses(), search: { course: id } };
    case "challenge":
      return { to: paths.studioChallenges(), search: { challenge: id } };
    case "message":
      return { to: paths.studioMessage(id) };
    case "song":
      return { to: paths.studioSongs(), search: { search: subjectName } };
    case "plan":
      return { to: paths.plansAndPrices() };
    case "experiment":
      return { to: paths.experiments() };
    case "style":
    case "category":
    case "section":
    case "instructor":
      return { to: paths.studioLibrary() };
    default:
      return null;
  }
}

/** What the entry itself says that its subject was called: of what is gone. */
const recordedName = ({ changes }: Entry): string | null =>
  changes.find(({ field, after }) => (field === "title" || field === "name") && after)?.after ?? null;

function Row({ entry }: { entry: Entry }) {
  const { t } = useLingui();
  const { byId, action, subjectKind, subjectId, subjectName } = entry;
  const by = entry.by ?? (byId === null ? t`The operator` : t`A former member of the team`);
  const what = subjectName || recordedName(entry) || subjectLabel(subjectKind, subjectId);
  const changes = readableChanges(action, entry.changes);
  const page = subjectPage(entry);
  const mark = markOf(action);
  return (
    <li>
      <p>
        {mark && <span className="tag tag-danger audit-mark">{mark}</span>}
        {sentenceOf(action, by, what)}
      </p>
      {changes.length > 0 && (
        <dl className="audit-changes t1">
          {changes.map(({ label, before, after }) => (
            <div key={label} style={{ display: "contents" }}>
              <dt>{label}</dt>
              <dd>
                {before === null ? (
                  after
                ) : (
                  <>
                    <del>
                      <span className="sr-only">{t`Before:`} </span>
                      {before}
                    </del>{" "}
                    <span aria-hidden="true">→</span>{" "}
                    <ins>
                      <span className="sr-only">{t`After:`} </span>
                      {after}
                    </ins>
                  </>
                )}
              </dd>
            </div>
          ))}
        </dl>
      )}
      <p className="t1 muted audit-meta">
        <time dateTime={entry.at}>{formatMoment(new Date(entry.at), "dateTime")}</time>
        {page && (
          <Link className="link" {...page}>
            {what}
          </Link>
        )}
      </p>
    </li>
  );
}
