import { useLingui } from "@lingui/react/macro";
import { GripVertical, X } from "lucide-react";
import { useRef } from "react";
import { useMovableRows } from "../../../layouts/movable-rows.tsx";
import { minutesOf } from "../../../lib/formats.ts";
import { Button, IconButton } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { useClassLabels } from "../../catalog/public/labels.ts";
import { ClassSearch } from "../../catalog/public/class-search.tsx";
import { addClass, addWeek, moveClass, placeClass, removeClass } from "./course-draft.ts";
import type { Weeks } from "./course-draft.ts";

type CourseWeeksProps = { weeks: Weeks; onChange: (weeks: Weeks) => void };

/** The classes of a course by weeks. A class moves by buttons, by Alt and an arrow key, or by dragging. */
export function CourseWeeks({ weeks, onChange }: CourseWeeksProps) {
  const { t } = useLingui();
  const labels = useClassLabels();
  const input = useRef<HTMLInputElement>(null);
  const ids = new Set(weeks.flatMap((week) => week.map(({ id }) => id)));

  const rows = useMovableRows<{ week: number; before: string | null }>({
    step: (id, title, by) => {
      const moved = moveClass(weeks, id, by);
      if (moved === weeks) return null;
      onChange(moved);
      const week = moved.findIndex((classes) => classes.some((one) => one.id === id)) + 1;
      const place = moved.flat().findIndex((one) => one.id === id) + 1;
      return t`${title}: place ${place}, week ${week}`;
    },
    place: (id, target) => onChange(placeClass(weeks, id, target)),
  });

  let place = 0;
  return (
    <div className="stack" ref={rows.ref}>
      {rows.status}
      {weeks.map((classes, week) => {
        const nth = week + 1;
        const start = place + 1;
        return (
          <section
            // A week has no identity but its number.
            key={nth}
            className="edit-week"
            aria-label={t`Week ${nth}`}
            {...rows.zoneProps({ week, before: null })}
          >
            <h3 className="t4">{t`Week ${nth}`}</h3>
            {classes.length === 0 && <p className="hint">{t`No classes yet.`}</p>}
            <ol start={start}>
              {classes.map(({ id, title, durationMs, accessType }) => {
                place += 1;
                const name = title ?? t`A class that isn’t in the library anymore`;
                const minutes = minutesOf(durationMs);
                return (
                  <li key={id} {...rows.rowProps(id, name, { week, before: id })}>
                    <span className="edit-grip" aria-hidden="true">
                      <Icon of={GripVertical} size="s" />
                    </span>
                    <span className="tn faint">{place}</span>
                    <span>
                      <span className="strong">{name}</span>
                      {accessType ? (
                        <span className="facts">
                          <span className="tn">{t`${minutes} min`}</span>
                          <span>{labels.accessType(accessType)}</span>
                        </span>
                      ) : (
                        title !== null && (
                          <span className="hint">{t`Not in the library. Dancers don’t see it.`}</span>
                        )
                      )}
                    </span>
                    <span className="row">
                      {rows.stepButtons(id, name)}
                      <IconButton
                        icon={X}
                        label={t`Take out: ${name}`}
                        onClick={() => {
                          onChange(removeClass(weeks, id));
                          input.current?.focus();
                        }}
                      />
                    </span>
                  </li>
                );
              })}
            </ol>
          </section>
        );
      })}
      <div>
        <Button size="s" onClick={() => onChange(addWeek(weeks))}>{t`Add week`}</Button>
      </div>
      <ClassSearch
        inputRef={input}
        chosen={ids}
        onChoose={({ id, title, accessType, video }) => {
          onChange(addClass(weeks, { id, title, accessType, durationMs: video.durationInMs }));
          input.current?.focus();
        }}
      />
    </div>
  );
}
