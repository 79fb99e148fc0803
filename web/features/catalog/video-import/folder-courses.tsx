import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { faultFieldOf, isCombinedError } from "../../../graphql/codes.ts";
import { useMutation, useQuery } from "../../../graphql/hooks.ts";
import { graphql, type ResultOf } from "../../../graphql/graphql.ts";
import { useServerForm } from "../../../lib/forms/use-server-form.ts";
import { paths } from "../../../lib/paths.ts";
import { Link } from "../../../lib/router/index.ts";
import { Button } from "../../../ui/button.tsx";
import { LineField } from "../../../ui/line-field.tsx";
import { LinesField } from "../../../ui/lines-field.tsx";
import { showToast } from "../../../ui/toast.ts";
import { foldersOf, maxCourseTitle, type Folder } from "./folders.ts";
import type { ImportItem } from "./import-fragment.ts";

const FolderCoursesQuery = graphql(`
  query FolderCourses($titles: [String!]!) {
    studioCoursesTitled(titles: $titles) {
      id
      title
      classes {
        classId
      }
    }
  }
`);
const AddCourseClasses = graphql(`
  mutation AddCourseClasses($id: ID!, $classIds: [ID!]!) {
    addCourseClasses(id: $id, classIds: $classIds) {
      id
      title
      classes {
        classId
      }
    }
  }
`);
const CreateFolderCourse = graphql(`
  mutation CreateFolderCourse($input: CourseInput!, $idempotencyKey: String!) {
    createCourse(input: $input, idempotencyKey: $idempotencyKey) {
      id
      title
    }
  }
`);
type Course = ResultOf<typeof FolderCoursesQuery>["studioCoursesTitled"][number];

/** For each folder of an import: its videos become classes of the course of its name, or of a new draft of a course. */
export function FolderCourses({ name, items }: { name: string; items: readonly ImportItem[] }) {
  const { t } = useLingui();
  const folders = foldersOf(name, items);
  // Titles of courses that were created here under another name than their folder's.
  const [renamed, setRenamed] = useState<Readonly<Record<string, string>>>({});
  const titleOf = ({ path, title }: Folder): string => renamed[path] ?? title;
  const [{ data }, again] = useQuery({
    query: FolderCoursesQuery,
    variables: { titles: folders.map(titleOf) },
    requestPolicy: "cache-and-network",
    pause: folders.length === 0,
  });
  if (!data || folders.length === 0) return null;
  const courseOf = (folder: Folder) =>
    data.studioCoursesTitled.find(({ title }) => title.toLowerCase() === titleOf(folder).toLowerCase()) ??
    null;
  return (
    <details className="import-courses" open={folders.some((folder) => courseOf(folder) !== null)}>
      <summary className="import-summary t4">{t`Courses from folders`}</summary>
      <ul className="video-imports">
        {folders.map((folder) => (
          <li key={folder.path}>
            <FolderCourse
              folder={folder}
              course={courseOf(folder)}
              onCreated={(title) => {
                setRenamed((now) => ({ ...now, [folder.path]: title }));
                again({ requestPolicy: "network-only" });
              }}
            />
          </li>
        ))}
      </ul>
    </details>
  );
}

type FolderCourseProps = { folder: Folder; course: Course | null; onCreated: (title: string) => void };

function FolderCourse({ folder, course, onCreated }: FolderCourseProps) {
  const { t } = useLingui();
  const [{ fetching }, add] = useMutation(AddCourseClasses);
  const [fault, setFault] = useState<string | null>(null);
  const { videos } = folder;
  const present = new Set(course?.classes.map(({ classId }) => classId));
  const drafts = videos.flatMap(({ courseClassId }) => courseClassId ?? []);
  const missing = drafts.filter((id) => !present.has(id));
  const waiting = videos.length - drafts.length;
  const addTo = async (id: string): Promise<void> => {
    setFault(null);
    const { data, error } = await add({ id, classIds: missing });
    if (!data) return setFault(error?.graphQLErrors[0]?.message || t`Couldn’t save. Try again.`);
    showToast(t`Classes added to the course.`);
  };
  return (
    <div className="stack gap-2">
      <h3 className="strong">
        <bdi>{folder.title}</bdi>
      </h3>
      <ol className="t1 muted">
        {videos.map(({ id, title }) => (
          <li key={id}>
            <bdi>{title}</bdi>
          </li>
        ))}
      </ol>
      {course ? (
        <>
          <p className="t1">
            {missing.length > 0
              ? t`They follow the other classes of this course in this order. Dancers see them once they’re published.`
              : t`All of its drafts are in this course.`}{" "}
            <Link className="link" to={paths.studioCourses()} search={{ course: course.id }}>
              {t`Open the course`}
            </Link>
          </p>
          {missing.length > 0 && (
            <div>
              <Button size="s" busy={fetching} onClick={() => void addTo(course.id)}>
                {plural(missing.length, { one: "Add # class", other: "Add # classes" })}
              </Button>
            </div>
          )}
        </>
      ) : (
        <NewCourse title={folder.title} onCreated={onCreated} />
      )}
      {waiting > 0 && (
        <p className="hint">
          {plural(waiting, {
            one: "# video has no draft yet. Its upload must begin first.",
            other: "# videos have no drafts yet. Their uploads must begin first.",
          })}
        </p>
      )}
      <p role="alert" className="hint hint-bad empty:hidden">
        {fault}
      </p>
    </div>
  );
}

type NewCourseProps = {
  title: string;
  /** @param title as it was saved */
  onCreated: (title: string) => void;
};

/** Offers a draft of a course with the folder's name, or another one. Its classes are added after that. */
function NewCourse({ title, onCreated }: NewCourseProps) {
  const { t } = useLingui();
  const [, create] = useMutation(CreateFolderCourse);
  // Creating again after a lost answer adds nothing.
  const [key] = useState(() => crypto.randomUUID());
  const [isOpen, setOpen] = useState(false);
  const form = useServerForm({
    defaultValues: { title, description: "" },
    send: async (typed) => {
      const { data, error } = await create({
        input: { ...typed, pace: "open", knownPercent: 75, opensByWeek: true, classes: [] },
        idempotencyKey: key,
      });
      if (!data) throw error;
      onCreated(data.createCourse.title);
    },
    faultOf: (error) => {
      if (!isCombinedError(error)) return null;
      return {
        field: faultFieldOf(error),
        text: error.graphQLErrors[0]?.message || t`Couldn’t save. Try again.`,
      };
    },
  });
  if (!isOpen)
    return (
      <div>
        <Button size="s" onClick={() => setOpen(true)}>{t`Create a course`}</Button>
      </div>
    );
  return (
    <form
      className="stack gap-2"
      aria-label={t`New course: ${title}`}
      noValidate
      onSubmit={(event) => void form.submit(event)}
    >
      <LineField label={t`Title`} most={maxCourseTitle} {...form.field("title")} />
      <LinesField label={t`Description`} rows={2} most={1000} {...form.field("description")} />
      <p role="alert" className="hint hint-bad empty:hidden">
        {form.formFault}
      </p>
      <div>
        <Button type="submit" size="s" busy={form.busy}>{t`Create draft course`}</Button>
      </div>
    </form>
  );
}
