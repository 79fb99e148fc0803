import { useLingui } from "@lingui/react/macro";
import { useMutation } from "../../../graphql/hooks.ts";
import { codeOf, faultFieldOf, isCombinedError } from "../../../graphql/codes.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { useServerForm } from "../../../lib/forms/use-server-form.ts";
import { Button } from "../../../ui/button.tsx";
import { LineField } from "../../../ui/line-field.tsx";
import { showToast } from "../../../ui/toast.ts";
import { EditedClassFragment, type EditedClass } from "./edited-class.ts";

const ScheduleClass = graphql(
  `
    mutation ScheduleClass($classId: ID!, $publishAt: String, $leavesAt: String) {
      scheduleClass(classId: $classId, publishAt: $publishAt, leavesAt: $leavesAt) {
        id
        ...EditedClass
      }
    }
  `,
  [EditedClassFragment],
);

/** Form for when a class enters and leaves the library by itself. */
export function ReleaseSchedule({ found }: { found: EditedClass }) {
  const { t } = useLingui();
  const [, schedule] = useMutation(ScheduleClass);
  const { localPublishAt, localLeavesAt, timeZone } = found.schedule;
  const { field, submit, busy, formFault } = useServerForm({
    defaultValues: { publishAt: localPublishAt ?? "", leavesAt: localLeavesAt ?? "" },
    send: async ({ publishAt, leavesAt }) => {
      const { error } = await schedule({
        classId: found.id,
        publishAt: publishAt || null,
        leavesAt: leavesAt || null,
      });
      if (error) throw error;
      showToast(t`Release dates saved.`);
    },
    faultOf: (error) => {
      if (!isCombinedError(error)) return null;
      const texts: Record<string, string> = {
        BAD_INPUT: error.graphQLErrors[0]?.message ?? "",
        NOT_READY: t`Add a video and parts first.`,
        ALREADY_PUBLISHED: t`This class is already published. Reload the page.`,
      };
      return { field: faultFieldOf(error), text: texts[codeOf(error)] || t`Couldn’t save. Try again.` };
    },
  });
  const zone = timeZone.replaceAll("_", " ");
  return (
    <form className="stack" noValidate aria-label={t`Release dates`} onSubmit={(event) => void submit(event)}>
      {found.publishedAt === null && (
        <LineField
          label={t`Publish on`}
          type="datetime-local"
          hint={t`Studio time (${zone})`}
          {...field("publishAt")}
        />
      )}
      <LineField
        label={t`Leaves the library on`}
        type="datetime-local"
        hint={t`Studio time (${zone}). Members see the day.`}
        {...field("leavesAt")}
      />
      <p role="alert" className="hint hint-bad empty:hidden">
        {formFault}
      </p>
      <div>
        <Button type="submit" busy={busy}>{t`Schedule`}</Button>
      </div>
    </form>
  );
}
