import { useLingui } from "@lingui/react/macro";
import { useQuery } from "../../../graphql/hooks.ts";
import { graphql } from "../../../graphql/graphql.ts";
import type { FieldProps } from "../../../lib/forms/use-server-form.ts";
import { Button } from "../../../ui/button.tsx";
import { ChoiceField } from "../../../ui/choice-field.tsx";
import type { EditedCourse } from "./edited-course.ts";

const PossiblePrerequisites = graphql(`
  query PossiblePrerequisites($courseId: ID) {
    possiblePrerequisites(courseId: $courseId) {
      id
      title
    }
  }
`);

type PrerequisiteFieldProps = {
  /** Null: a new course. */
  course: Pick<EditedCourse, "id" | "prerequisite"> | null;
  field: FieldProps;
};

/** Chooses the course that is recommended before this one. */
export function PrerequisiteField({ course, field }: PrerequisiteFieldProps) {
  const { t } = useLingui();
  const [{ data, error }, again] = useQuery({
    query: PossiblePrerequisites,
    variables: { courseId: course?.id ?? null },
    requestPolicy: "cache-and-network",
  });
  // The chosen one is an option from the start, so that the field shows it before the others come.
  const chosen = course?.prerequisite ?? null;
  const others = (data?.possiblePrerequisites ?? []).filter(({ id }) => id !== chosen?.id);
  const options = [...(chosen ? [chosen] : []), ...others];
  return (
    <div className="stack gap-2">
      <ChoiceField
        label={t`Best after`}
        unset={t`No course`}
        options={options.map(({ id, title }) => ({ value: id, label: title }))}
        {...field}
      />
      <p className="hint">{t`We recommend that course first. This one stays open.`}</p>
      {error && !data && (
        <div className="row wrap gap-2" role="alert">
          <p className="hint-bad">{t`Couldn’t load courses`}</p>
          <Button size="s" onClick={() => again({ requestPolicy: "network-only" })}>{t`Try again`}</Button>
        </div>
      )}
    </div>
  );
}
