import { useLingui } from "@lingui/react/macro";
import { readFragment, type FragmentOf, type ResultOf } from "../../../graphql/graphql.ts";
import { formatMoment } from "../../../lib/formats.ts";
import { paths } from "../../../lib/paths.ts";
import { Link } from "../../../lib/router/index.ts";
import { AuditEntryFragment } from "./audit-entry-fragment.ts";
import { readableChanges } from "./changes.ts";
import { sentenceOf, subjectLabel } from "./sentences.ts";

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

/** The page of the subject, if it has one. */
function subjectPath({ subjectKind, subjectId, subjectName }: Entry): string | null {
  if (!subjectId || !subjectName) return null;
  if (subjectKind === "person") return paths.studioPerson(subjectId);
  if (subjectKind === "class") return paths.editClass(subjectId);
  return null;
}

function Row({ entry }: { entry: Entry }) {
  const { t } = useLingui();
  const { byId, action, subjectKind, subjectId, subjectName } = entry;
  const by = entry.by ?? (byId === null ? t`The operator` : t`A former member of the team`);
  const what = subjectName || subjectLabel(subjectKind, subjectId);
  const changes = readableChanges(action, entry.changes);
  const to = subjectPath(entry);
  return (
    <li>
      <p>{sentenceOf(action, by, what)}</p>
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
        {to && (
          <Link className="link" to={to}>
            {what}
          </Link>
        )}
      </p>
    </li>
  );
}
