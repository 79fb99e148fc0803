import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useRef } from "react";
import { flushSync } from "react-dom";
import { useFieldArray, useWatch } from "react-hook-form";
import type { ServerForm } from "../../../lib/forms/use-server-form.ts";
import { Button } from "../../../ui/button.tsx";
import { LineField } from "../../../ui/line-field.tsx";
import { currentDay } from "../components/start-day.ts";
import { maxStarts, noStart, type CourseDraft, type StartDraft } from "./course-draft.ts";

type StartDaysProps = {
  form: ServerForm<CourseDraft>;
  /** Dancers are notified of changes. */
  isPublished: boolean;
};

/** The days on which a course starts; dancers choose one of them. */
export function StartDays({ form, isPublished }: StartDaysProps) {
  const { t } = useLingui();
  const { control } = form.form;
  const rows = useFieldArray({ control, name: "starts" });
  const starts = useWatch({ control, name: "starts" });
  const fault = form.faultOfField("starts");
  const adding = useRef<HTMLButtonElement>(null);
  const remove = (at: number): void => {
    // The pressed button goes with its row: the focus goes to one that stays.
    flushSync(() => rows.remove(at));
    adding.current?.focus();
  };
  const today = currentDay();
  const hintOf = ({ day, savedDay, joined }: StartDraft): string | undefined => {
    if (joined === 0) return undefined;
    if (savedDay === day || day === "")
      return plural(joined, { one: "# dancer joined.", other: "# dancers joined." });
    if (savedDay !== null && savedDay < today)
      return plural(joined, {
        one: "# dancer has started and keeps the earlier day.",
        other: "# dancers have started and keep the earlier day.",
      });
    return isPublished
      ? plural(joined, {
          one: "# dancer moves to this day. We’ll tell them.",
          other: "# dancers move to this day. We’ll tell them.",
        })
      : plural(joined, { one: "# dancer moves to this day.", other: "# dancers move to this day." });
  };
  return (
    <fieldset className="stack gap-3">
      <legend className="lab">{t`Start days`}</legend>
      <p className="hint">{t`Dancers choose one. Without any, the course starts for each dancer when they join.`}</p>
      {rows.fields.map(({ id }, at) => {
        const start = starts[at] ?? noStart;
        const isAwaited = start.joined > 0 && start.savedDay !== null && start.savedDay >= today;
        const place = at + 1;
        return (
          <div className="start-day" key={id}>
            <LineField
              label={t`Start day ${place}`}
              type="date"
              hint={hintOf(start)}
              {...form.field(
                `starts.${at}.day`,
                isAwaited ? { required: t`Choose a day. Dancers joined this one.` } : {},
              )}
            />
            <Button
              tone="text"
              aria-label={t`Remove start day ${place}`}
              disabledReason={
                isAwaited && starts.length > 1 ? t`Dancers joined this day. Change it instead.` : null
              }
              onClick={() => remove(at)}
            >
              {t`Remove`}
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
          ref={adding}
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
