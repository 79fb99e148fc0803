import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useFieldArray, useWatch } from "react-hook-form";
import type { ServerForm } from "../../../lib/forms/use-server-form.ts";
import { Button } from "../../../ui/button.tsx";
import { LineField } from "../../../ui/line-field.tsx";
import { maxStarts, noStart, type CourseDraft } from "./course-draft.ts";

type StartDaysProps = {
  form: ServerForm<CourseDraft>;
};

/** The days on which a course starts; dancers choose one of them. */
export function StartDays({ form }: StartDaysProps) {
  const { t } = useLingui();
  const { control } = form.form;
  const rows = useFieldArray({ control, name: "starts" });
  const starts = useWatch({ control, name: "starts" });
  const fault = form.faultOfField("starts");
  return (
    <fieldset className="stack gap-3">
      <legend className="lab">{t`Start days`}</legend>
      <p className="hint">{t`Dancers choose one. Without any, the course starts for each dancer when they join.`}</p>
      {rows.fields.map(({ id }, at) => {
        const { day = "", savedDay = null, joined = 0 } = starts[at] ?? {};
        const isMoved = joined > 0 && savedDay !== day && day !== "";
        const place = at + 1;
        return (
          <div className="start-day" key={id}>
            <LineField
              label={t`Start day ${place}`}
              type="date"
              hint={
                joined === 0
                  ? undefined
                  : isMoved
                    ? plural(joined, {
                        one: "# dancer moves to this day. We’ll tell them.",
                        other: "# dancers move to this day. We’ll tell them.",
                      })
                    : plural(joined, { one: "# dancer joined.", other: "# dancers joined." })
              }
              {...form.field(`starts.${at}.day`)}
            />
            <Button tone="text" onClick={() => rows.remove(at)}>
              {t`Remove`} <span className="sr-only">{t`Start day ${place}`}</span>
            </Button>
          </div>
        );
      })}
      {fault && (
        <p className="hint hint-bad" role="alert">
          {fault}
        </p>
      )}
      <div>
        <Button
          size="s"
          disabledReason={
            rows.fields.length < maxStarts ? null : t`A course has ${maxStarts} start days at most.`
          }
          onClick={() => rows.append(noStart)}
        >
          {t`Add a start day`}
        </Button>
      </div>
    </fieldset>
  );
}
