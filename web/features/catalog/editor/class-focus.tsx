import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { graphql } from "../../../graphql/graphql.ts";
import { useMutation } from "../../../graphql/hooks.ts";
import { Button } from "../../../ui/button.tsx";
import { EditedClassFragment, type EditedClass } from "./edited-class.ts";

const SetClassFocus = graphql(
  `
    mutation SetClassFocus($classId: ID!, $percent: Int) {
      setClassFocus(classId: $classId, percent: $percent) {
        id
        ...EditedClass
      }
    }
  `,
  [EditedClassFragment],
);

/** Where a phone crops the video: a slider beside the crop of the poster. It is saved when the slider is let go. */
export function ClassFocus({ found: { id, framing, thumbnailImageUrl } }: { found: EditedClass }) {
  const { t } = useLingui();
  const [{ fetching }, setFocus] = useMutation(SetClassFocus);
  const [moved, setMoved] = useState<number | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const percent = moved ?? Math.round((framing?.points[0]?.x ?? 0.5) * 100);
  const save = async (next: number | null): Promise<void> => {
    setFault(null);
    const { error } = await setFocus({ classId: id, percent: next });
    if (error) setFault(t`Couldn’t save. Try again.`);
    else setMoved(null);
  };
  const saveMoved = (): void => {
    if (moved !== null) void save(moved);
  };
  return (
    <section className="stack gap-2" aria-labelledby="focus">
      <h2 className="t3 strong" id="focus">{t`On a phone`}</h2>
      <p className="t1 muted pretty">{t`Upright phones crop the sides. Head and feet always stay in.`}</p>
      <div className="edit-focus">
        <div className="edit-crop" aria-hidden="true">
          <img src={thumbnailImageUrl ?? undefined} alt="" style={{ translate: `${-cropStart(percent)}%` }} />
        </div>
        <div className="stack gap-2">
          <label className="stack gap-2">
            <span className="lab">{t`Dancer’s position`}</span>
            <input
              type="range"
              min={0}
              max={100}
              value={percent}
              aria-valuetext={t`${percent}% from the left`}
              onChange={(event) => setMoved(event.target.valueAsNumber)}
              onPointerUp={saveMoved}
              onKeyUp={saveMoved}
              onBlur={saveMoved}
            />
          </label>
          <Button
            size="s"
            busy={fetching}
            onClick={() => void save(null)}
          >{t`Use the suggested position`}</Button>
        </div>
      </div>
      <p role="alert" className="hint hint-bad empty:hidden">
        {fault}
      </p>
    </section>
  );
}

/** Share of a 16:9 image that an upright crop of 9:16 shows. */
const shown = (9 / 16) ** 2;

/** Left edge of the crop around a position, percent of the image's width. */
const cropStart = (percent: number): number =>
  Math.min(1 - shown, Math.max(0, percent / 100 - shown / 2)) * 100;
