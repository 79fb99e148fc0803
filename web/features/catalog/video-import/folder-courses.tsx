import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useMutation, useQuery } from "../../../graphql/hooks.ts";
import { graphql, type ResultOf } from "../../../graphql/graphql.ts";
import { paths } from "../../../lib/paths.ts";
import { Link } from "../../../lib/router/index.ts";
import { Button } from "../../../ui/button.tsx";
import { LinesField } from "../../../ui/lines-field.tsx";
import { showToast } from "../../../ui/toast.tsx";
import { foldersOf, type Folder } from "./folders.ts";
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
    }
  }
`);
type Course = ResultOf<typeof FolderCoursesQuery>["studioCoursesTitled"][number];

/** For each folder of an import: its videos become classes of the course of its name, or of a new draft of a course. */
export function FolderCourses({ name, items }: { name: string; items: readonly ImportItem[] }) {
  const { t } = useLingui();
  const folders = foldersOf(name, items);
  const [{ data }, again] = useQuery({
    query: FolderCoursesQuery,
    variables: { titles: folders.map(({ title }) => title) },
    requestPolicy: "cache-and-network",
    pause: folders.length === 0,
  });
  if (!data || folders.length === 0) return null;
  const courseOf = ({ title }: Folder) =>
    data.studioCoursesTitled.find((course) => course.title.toLowerCase() === title.toLowerCase()) ?? null;
  return (
    <details className="import-courses" open={folders.some((folder) => courseOf(folder) !== null)}>
      <summary className="import-summary t4">{t`Courses from folders`}</summary>
      <ul className="video-imports">
        {folders.map((folder) => (
          <li key={folder.path}>
            <FolderCourse
              folder={folder}
              course={courseOf(folder)}
              onCreated={() => again({ requestPolicy: "network-only" })}
            />
          </li>
        ))}
      </ul>
    </details>
  );
}

type FolderCourseProps = { folder: Folder; course: Course | null; onCreated: () => void };

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

/** Offers a draft of a course with the folder's name. Its classes are added after that. */
function NewCourse({ title, onCreated }: { title: string; onCreated: () => void }) {
  const { t } = useLingui();
  const [{ fetching }, create] = useMutation(CreateFolderCourse);
  // Creating again after a lost answer adds nothing.
  const [key] = useState(() => crypto.randomUUID());
  const [description, setDescription] = useState<string | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  if (description === null)
    return (
      <div>
        <Button size="s" onClick={() => setDescription("")}>{t`Create a course`}</Button>
      </div>
    );
  const send = async (): Promise<void> => {
    setFault(null);
    const { data, error } = await create({
      input: { title, description, pace: "open", knownPercent: 75, opensByWeek: true, classes: [] },
      idempotencyKey: key,
    });
    if (!data) return setFault(error?.graphQLErrors[0]?.message || t`Couldn’t save. Try again.`);
    onCreated();
  };
  return (
    <form
      className="stack gap-2"
      aria-label={t`New course: ${title}`}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <LinesField
        label={t`Description`}
        rows={2}
        most={1000}
        value={description}
        fault={fault ?? undefined}
        onChange={({ target }) => setDescription(target.value)}
      />
      <div>
        <Button type="submit" size="s" busy={fetching}>{t`Create draft course`}</Button>
      </div>
    </form>
  );
}
