import { useLingui } from "@lingui/react/macro";
import { useId, useState } from "react";
import { codeOf, faultFieldOf, isCombinedError } from "../../../graphql/codes.ts";
import { useMutation } from "../../../graphql/hooks.ts";
import { graphql, readFragment } from "../../../graphql/graphql.ts";
import type { CombinedError } from "../../../graphql/hooks.ts";
import { paths } from "../../../lib/paths.ts";
import { useServerForm, type Fault } from "../../../lib/forms/use-server-form.ts";
import { useNavigate } from "../../../lib/router/index.ts";
import { Button } from "../../../ui/button.tsx";
import { ChoiceField } from "../../../ui/choice-field.tsx";
import { LineField } from "../../../ui/line-field.tsx";
import { LinesField } from "../../../ui/lines-field.tsx";
import { showToast } from "../../../ui/toast.ts";
import { draftOf, inputOf, type CourseDraft } from "./course-draft.ts";
import { CourseWeeks } from "./course-weeks.tsx";
import { CreateCourse, EditedCourseFragment, type EditedCourse } from "./edited-course.ts";
import { PrerequisiteField } from "./prerequisite-field.tsx";
import { StartDays } from "./start-days.tsx";

const ChangeCourse = graphql(
  `
    mutation ChangeCourse($id: ID!, $input: CourseInput!, $revision: Int!) {
      changeCourse(id: $id, input: $input, revision: $revision) {
        id
        ...EditedCourse
      }
    }
  `,
  [EditedCourseFragment],
);
const PublishCourse = graphql(
  `
    mutation PublishCourse($id: ID!) {
      publishCourse(id: $id) {
        id
        ...EditedCourse
      }
    }
  `,
  [EditedCourseFragment],
);
const UnpublishCourse = graphql(
  `
    mutation UnpublishCourse($id: ID!) {
      unpublishCourse(id: $id) {
        id
        ...EditedCourse
      }
    }
  `,
  [EditedCourseFragment],
);
const DeleteCourse = graphql(`
  mutation DeleteCourse($id: ID!) {
    deleteCourse(id: $id)
  }
`);

type CourseFormProps = {
  /** Null: a new course. */
  course: EditedCourse | null;
  /** Replaces the input with the saved course; null for a new course. */
  onReload: (() => void) | null;
};

/** Form for a course: texts, classes by weeks, and how they open. */
export function CourseForm({ course, onReload }: CourseFormProps) {
  const { t } = useLingui();
  const [classesId, paceId] = [useId(), useId()];
  const navigate = useNavigate();
  // Idempotency key: creating again after a lost answer adds nothing.
  const [key] = useState(() => crypto.randomUUID());
  const [, create] = useMutation(CreateCourse);
  const [, change] = useMutation(ChangeCourse);
  const [, publish] = useMutation(PublishCourse);
  const [, unpublish] = useMutation(UnpublishCourse);
  const [, remove] = useMutation(DeleteCourse);
  // The version that the editor has seen. Later saves by others don't overwrite the input.
  const [seen, setSeen] = useState(course);
  const [mustReload, setMustReload] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const faultOf = useCourseFault();
  const form = useServerForm<CourseDraft>({
    defaultValues: draftOf(course),
    send: async (draft, pressed) => {
      setMustReload(false);
      const saved = await save(draft);
      // Seen even if publishing fails: the next attempt changes this course.
      setSeen(saved);
      form.form.setValue("starts", draftOf(saved).starts);
      if (pressed === "publish") {
        const { data, error } = await publish({ id: saved.id });
        if (error) throw error;
        if (data) setSeen(readFragment(EditedCourseFragment, data.publishCourse));
        showToast(t`Course published.`);
      } else showToast(t`Saved.`);
      if (!seen) void navigate({ to: paths.studioCourses(), search: { course: saved.id }, replace: true });
    },
    faultOf: (error) => {
      if (!isCombinedError(error)) return null;
      setMustReload(codeOf(error) === "CHANGED_MEANWHILE");
      return faultOf(error);
    },
  });
  const save = async (draft: CourseDraft): Promise<EditedCourse> => {
    if (seen) {
      const { data, error } = await change({ id: seen.id, input: inputOf(draft), revision: seen.revision });
      if (error) throw error;
      return data ? readFragment(EditedCourseFragment, data.changeCourse) : seen;
    }
    const { data, error } = await create({ input: inputOf(draft), idempotencyKey: key });
    if (error) throw error;
    if (!data) throw new Error("A mutation without an error has data.");
    return readFragment(EditedCourseFragment, data.createCourse);
  };
  const fail = (error: CombinedError): void => form.form.setError("root", { message: faultOf(error).text });
  const makeDraft = async (id: string): Promise<void> => {
    const { data, error } = await unpublish({ id });
    if (error) return fail(error);
    if (data) setSeen(readFragment(EditedCourseFragment, data.unpublishCourse));
    showToast(t`Course unpublished.`);
  };
  const deleteDraft = async (id: string): Promise<void> => {
    const { error } = await remove({ id });
    if (error) return fail(error);
    showToast(t`Course deleted.`);
    void navigate({ to: paths.studioCourses(), replace: true });
  };
  const required = t`Fill in this field.`;
  const pace = form.form.watch("pace");
  const weeks = form.form.watch("classes");
  const classesFault = form.faultOfField("classes");
  return (
    <form
      className="studio-course"
      aria-label={seen ? t`Change ${seen.title}` : t`New course`}
      noValidate
      onSubmit={(event) => void form.submit(event)}
    >
      <section className="stack">
        <LineField label={t`Title`} most={80} required {...form.field("title", { required })} />
        <LinesField
          label={t`Description`}
          rows={3}
          most={1000}
          {...form.field("description", { required })}
        />
        <PrerequisiteField course={seen} field={form.field("prerequisiteId")} />
      </section>
      <section className="stack" aria-labelledby={classesId}>
        <h2 className="t3" id={classesId}>{t`Classes`}</h2>
        <CourseWeeks weeks={weeks} onChange={(next) => form.form.setValue("classes", next)} />
        {classesFault && (
          <p className="hint hint-bad" role="alert">
            {classesFault}
          </p>
        )}
        <label className="row">
          <input type="checkbox" className="check" {...form.form.register("isFirstFree")} />
          <span>{t`First class free`}</span>
        </label>
        <p className="hint">{t`Anyone can dance it, without a plan or a purchase.`}</p>
      </section>
      <section className="stack" aria-labelledby={paceId}>
        <h2 className="t3" id={paceId}>{t`How classes open`}</h2>
        <ChoiceField
          label={t`Pace`}
          options={[
            { value: "open", label: t`All on the first day` },
            { value: "daily", label: t`One class a day` },
            { value: "weekly", label: t`One week at a time` },
            { value: "mastery", label: t`When the class before is known` },
          ]}
          {...form.field("pace")}
        />
        <StartDays form={form} isPublished={seen?.publishedAt != null} />
        {pace === "mastery" && (
          <>
            <LineField
              label={t`Percent of a class to know`}
              inputMode="numeric"
              hint={t`Counted in eights. A part is known once it is learned with counts.`}
              {...form.field("knownPercent", { required })}
            />
            <label className="row">
              <input type="checkbox" className="check" {...form.form.register("opensByWeek")} />
              <span>{t`Open each week on its day at the latest`}</span>
            </label>
          </>
        )}
      </section>
      <div className="stack">
        <p className="hint hint-bad empty:hidden" role="alert">
          {form.formFault}
        </p>
        {isAsking && seen ? (
          <>
            <p>{t`Delete ${seen.title}? Earned badges stay.`}</p>
            <div className="row wrap">
              <Button tone="bad" onClick={() => void deleteDraft(seen.id)}>{t`Delete course`}</Button>
              <Button tone="text" autoFocus onClick={() => setAsking(false)}>{t`Cancel`}</Button>
            </div>
          </>
        ) : (
          <div className="row wrap">
            <Button type="submit" tone={seen?.publishedAt ? "go" : "quiet"} busy={form.busy}>
              {t`Save`}
            </Button>
            {!seen?.publishedAt && (
              <Button type="submit" tone="go" name="act" value="publish" busy={form.busy}>
                {t`Publish`}
              </Button>
            )}
            {mustReload && onReload && (
              <Button tone="text" onClick={onReload}>
                {t`Reload`}
              </Button>
            )}
            {seen?.publishedAt && (
              <Button tone="text" onClick={() => void makeDraft(seen.id)}>{t`Unpublish`}</Button>
            )}
            {seen && !seen.publishedAt && (
              <Button tone="text" onClick={() => setAsking(true)}>{t`Delete course`}</Button>
            )}
          </div>
        )}
      </div>
    </form>
  );
}

/** Message of an error about a course that wasn't saved; input is preserved. */
function useCourseFault(): (error: CombinedError) => Fault {
  const { t } = useLingui();
  return (error) => {
    switch (codeOf(error)) {
      case "BAD_INPUT": {
        const field = faultFieldOf(error);
        const texts: Readonly<Record<string, string>> = {
          classes: t`Add 1 to 100 classes of the library.`,
          starts:
            error.graphQLErrors[0]?.message ??
            t`Choose each day once. If dancers joined an upcoming day, change it instead of removing it.`,
          prerequisiteId: t`Choose a course that comes before this one.`,
          knownPercent: t`Enter 1 to 100.`,
        };
        return {
          field,
          text: texts[field ?? ""] ?? t`Title: up to 80 characters. Description: up to 1,000.`,
        };
      }
      case "CHANGED_MEANWHILE":
        return { field: null, text: t`Someone else edited this course. Copy your edits, then reload.` };
      case "NOT_FOUND":
        return { field: null, text: t`Someone else deleted this course. Your text is still here.` };
      default:
        return { field: null, text: t`Couldn’t save. Your changes are still here. Try again.` };
    }
  };
}
