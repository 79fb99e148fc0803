import { useLingui } from "@lingui/react/macro";
import { Suspense, useState } from "react";
import type { AngleKey } from "../../../../contract/angles.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { useMutation } from "../../../graphql/hooks.ts";
import { lazyPart } from "../../../lib/lazy-part.ts";
import { Button } from "../../../ui/button.tsx";
import { Certainty } from "./certainty.tsx";
import { EditedClassFragment, type ClassSourceVideo, type EditedClass } from "./edited-class.ts";
import { useSeconds } from "./use-seconds.ts";

const { Part: AlignSheet, preload } = lazyPart(async () => (await import("./align-sheet.tsx")).AlignSheet);

/** A view other than the front one, or an upright version. */
export type View = { angle: AngleKey; isUpright: boolean; name: string };

const CompareAgainMutation = graphql(
  `
    mutation CompareClassSourceVideo($classId: ID!, $angle: CameraAngle!, $isUpright: Boolean!) {
      alignClassSourceVideo(classId: $classId, angle: $angle, isUpright: $isUpright) {
        id
        ...EditedClass
      }
    }
  `,
  [EditedClassFragment],
);

type ViewAlignmentProps = { found: EditedClass; view: View; sourceVideo: ClassSourceVideo };

/** Where an uploaded view starts beside the front one, and the sheet that changes it. */
export function ViewAlignment({ found, view, sourceVideo }: ViewAlignmentProps) {
  const { t } = useLingui();
  const seconds = useSeconds();
  const [isOpen, setOpen] = useState(false);
  const { alignment, hasAlignmentFailed } = sourceVideo;
  if (!alignment && !hasAlignmentFailed)
    return <p role="status" className="t1 muted">{t`Comparing its sound with the front view.`}</p>;
  const { offsetInMs, isSure } = alignment ?? { offsetInMs: 0, isSure: false };
  const length = seconds(Math.abs(offsetInMs));
  const words = (): string => {
    if (!alignment) return t`Couldn’t compare its sound with the front view.`;
    if (!isSure)
      return t`Its sound doesn’t say where it starts. Set it here, or upload a file as long as the front view.`;
    if (offsetInMs === 0) return t`Starts with the front view.`;
    return offsetInMs > 0
      ? t`Starts ${length} after the front view.`
      : t`Starts ${length} before the front view.`;
  };
  return (
    <>
      <p role="status" className={isSure ? "t1 muted pretty" : "t1 bad pretty"}>
        {words()}
      </p>
      {alignment && isSure && <Certainty alignment={alignment} />}
      <div className="row wrap gap-2">
        {!alignment && <CompareAgain classId={found.id} view={view} />}
        <Button size="s" onPointerEnter={preload} onFocus={preload} onClick={() => setOpen(true)}>
          {t`Set its start`}
        </Button>
      </div>
      {isOpen && (
        <Suspense>
          <AlignSheet found={found} view={view} sourceVideo={sourceVideo} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

/** Has the sound of a view compared with the front one again. */
function CompareAgain({ classId, view: { angle, isUpright } }: { classId: string; view: View }) {
  const { t } = useLingui();
  const [{ fetching, error }, compare] = useMutation(CompareAgainMutation);
  return (
    <>
      <Button size="s" busy={fetching} onClick={() => void compare({ classId, angle, isUpright })}>
        {t`Try again`}
      </Button>
      <span role="alert" className="hint hint-bad empty:hidden">
        {error ? t`Couldn’t save. Try again.` : null}
      </span>
    </>
  );
}
