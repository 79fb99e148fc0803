import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { lazy, Suspense, useEffect, useEffectEvent, useState } from "react";
import { useClient, useQuery } from "../../../graphql/hooks.ts";
import { graphql, readFragment } from "../../../graphql/graphql.ts";
import { useSession } from "../../../graphql/provider.tsx";
import { paths } from "../../../lib/paths.ts";
import { Link } from "../../../lib/router/index.ts";
import { useLeaveWarning } from "../../../lib/use-leave-warning.ts";
import { QueryError } from "../../../layouts/query-error.tsx";
import { Button } from "../../../ui/button.tsx";
import { usePermissions } from "../../studio/public/use-permissions.ts";
import { addVideos, type SkippedVideo } from "./add-videos.ts";
import { takeFiles } from "./chosen-files.ts";
import { FillBar } from "./fill-bar.tsx";
import {
  ImportItemFragment,
  isUploadedState,
  type ImportChoices,
  type ImportItem,
} from "./import-fragment.ts";
import { ImportTable } from "./import-table.tsx";
import { pauseUploads, queueUploads, resumeUploads, useItemUploads } from "./import-uploads.ts";
import type { LocalFiles } from "./local-files.ts";
import { VideoDrop } from "./video-drop.tsx";

const MetadataPanel = lazy(async () => ({ default: (await import("./metadata-panel.tsx")).MetadataPanel }));

const FolderCourses = lazy(async () => ({ default: (await import("./folder-courses.tsx")).FolderCourses }));

const ImportQuery = graphql(
  `
    query VideoImport($id: ID!) {
      videoImport(id: $id) {
        id
        name
        items {
          id
          ...VideoImportItem
        }
      }
    }
  `,
  [ImportItemFragment],
);

/** Skipped videos that are named. */
const maxNamed = 100;
/** While files are sent or inspected, in milliseconds. */
const pollIntervalMs = 3_000;
/** While only others may send files, in milliseconds. */
const idlePollIntervalMs = 15_000;

/** One import: its files with their uploads, the table that fills them, and tables of metadata. */
export function OpenImport({ id, choices }: { id: string; choices: ImportChoices }) {
  const { t, i18n } = useLingui();
  const client = useClient();
  const session = useSession();
  const uploads = useItemUploads();
  const mayEdit = usePermissions()("editLibrary");
  const query = useQuery({ query: ImportQuery, variables: { id }, requestPolicy: "cache-and-network" });
  const [{ data }, again] = query;
  const items = (data?.videoImport.items ?? []).map((item) => readFragment(ImportItemFragment, item));
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [skipped, setSkipped] = useState<readonly SkippedVideo[]>([]);
  const [unusedCount, setUnusedCount] = useState(0);
  const [tables, setTables] = useState<readonly File[]>([]);
  const [checked, setChecked] = useState<{ count: number; total: number } | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const reload = () => again({ requestPolicy: "network-only" });

  const isActive = items.some((item) => {
    const step = uploads[item.id]?.step;
    return step === "queued" || step === "sending";
  });
  useLeaveWarning(isActive);
  const sending = items.filter(({ state }) => state === "sending");
  const isOwn = isActive || sending.some(({ id: itemId }) => uploads[itemId]);
  const intervalMs = isOwn ? pollIntervalMs : sending.length > 0 ? idlePollIntervalMs : null;
  const poll = useEffectEvent(reload);
  useEffect(() => {
    if (intervalMs === null) return;
    const timer = setInterval(poll, intervalMs);
    return () => clearInterval(timer);
  }, [intervalMs]);

  const take = async (files: LocalFiles): Promise<void> => {
    setFault(null);
    setSkipped([]);
    setUnusedCount(files.unusedCount);
    if (files.tables.length > 0) setTables(files.tables);
    const total = files.videos.length;
    if (total === 0 && files.tables.length === 0) return setFault(t`No videos found. Use MP4, MOV, or WebM.`);
    setChecked({ count: 0, total });
    const error = await addVideos(client, id, files.videos, (added, count) => {
      setChecked({ count, total });
      setSkipped((now) => [...now, ...added.skipped]);
      queueUploads(added.uploads, { client, session, defaultLanguage: i18n.locale.split("-", 1)[0]! });
      reload();
    });
    setChecked(null);
    if (error) setFault(error.graphQLErrors[0]?.message ?? t`We couldn’t connect. Choose the folder again.`);
  };
  const takeHeld = useEffectEvent(() => {
    const files = takeFiles(id);
    if (files) void take(files);
  });
  useEffect(() => takeHeld(), []);

  if (!data)
    return query[0].error ? (
      <QueryError query={query} title={t`Couldn’t load this import`}>
        {t`We couldn’t connect. Nothing changed.`}
      </QueryError>
    ) : null;
  const chosenItems = items.filter((item) => chosen.has(item.id));
  return (
    <div className="stack gap-5">
      <VideoDrop onFiles={take} />
      <p role="alert" className="hint hint-bad empty:hidden">
        {fault}
      </p>
      {checked && (
        <p role="status" className="muted tn">
          {t`Checking ${checked.count} of ${checked.total}`}
        </p>
      )}
      <Skipped videos={skipped} unusedCount={unusedCount} />
      <Progress items={items} />
      <Suspense>
        <MetadataPanel id={id} tables={tables} items={items} onApplied={reload} />
      </Suspense>
      {mayEdit && (
        <Suspense>
          <FolderCourses name={data.videoImport.name} items={items} />
        </Suspense>
      )}
      {items.length > 0 && (
        <ImportTable
          importId={id}
          items={items}
          choices={choices}
          chosen={chosen}
          onChoose={setChosen}
          onChanged={reload}
        />
      )}
      {chosenItems.length > 0 && (
        <FillBar
          importId={id}
          items={chosenItems}
          choices={choices}
          onDone={reload}
          onClear={() => setChosen(new Set())}
        />
      )}
    </div>
  );
}

/** What was chosen and isn't uploaded. */
function Skipped({ videos, unusedCount }: { videos: readonly SkippedVideo[]; unusedCount: number }) {
  const { t } = useLingui();
  const named = videos.slice(0, maxNamed);
  const unnamed = videos.length - named.length;
  const reasons: Record<SkippedVideo["reason"], string> = {
    known: t`Already in the studio`,
    too_large: t`Over 64 GB. Export a smaller file.`,
    unreadable: t`Couldn’t be read. Is it empty, or was it moved?`,
  };
  if (videos.length === 0 && unusedCount === 0) return null;
  return (
    <details className="import-skipped">
      <summary>
        {plural(videos.length, { one: "# video skipped", other: "# videos skipped" })}
        {unusedCount > 0 && (
          <span className="muted">
            {plural(unusedCount, { one: "# other file not used", other: "# other files not used" })}
          </span>
        )}
      </summary>
      <ul>
        {named.map(({ name, reason, classId }, at) => (
          <li key={`${at} ${name}`}>
            <bdi>{name}</bdi> <span className="muted">{reasons[reason]}</span>{" "}
            {classId && <Link className="link" to={paths.editClass(classId)}>{t`Open the class`}</Link>}
          </li>
        ))}
        {unnamed > 0 && <li className="muted">{plural(unnamed, { one: "# more", other: "# more" })}</li>}
      </ul>
    </details>
  );
}

/** How far the uploads are, also for screen readers; and what all of them do. */
function Progress({ items }: { items: readonly ImportItem[] }) {
  const { t } = useLingui();
  const uploads = useItemUploads();
  if (items.length === 0) return null;
  const stepOf = ({ id }: ImportItem) => uploads[id]?.step;
  const isDone = (item: ImportItem) => isUploadedState(item.state) || stepOf(item) === "sent";
  const done = items.filter(isDone).length;
  const failed = items.filter(
    (item) => item.state === "refused" || (!isDone(item) && stepOf(item) === "failed"),
  ).length;
  const open = items.filter((item) => !isDone(item) && item.state !== "refused");
  const absent = open.filter((item) => stepOf(item) === undefined).length;
  const isSending = open.some((item) => stepOf(item) === "sending" || stepOf(item) === "queued");
  const isPaused = open.some((item) => stepOf(item) === "paused");
  const total = items.length;
  return (
    <div className="import-progress">
      <p role="status" className="strong tn">
        {t`${done} of ${total} uploaded`}
        {failed > 0 && (
          <span className="hint-bad">
            {" "}
            {plural(failed, { one: "# needs attention", other: "# need attention" })}
          </span>
        )}
      </p>
      {isSending && <Button size="s" onClick={pauseUploads}>{t`Pause`}</Button>}
      {isPaused && <Button size="s" onClick={resumeUploads}>{t`Resume`}</Button>}
      {absent > 0 && !isSending && (
        <p className="t1 muted pretty">{t`To resume, choose the same folder again. Uploaded videos stay.`}</p>
      )}
    </div>
  );
}
