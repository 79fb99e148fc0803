import { useLingui } from "@lingui/react/macro";
import { Suspense, useState } from "react";
import { lazyPart } from "../../../lib/lazy-part.ts";
import { Button } from "../../../ui/button.tsx";
import { writeTime } from "./class-draft.ts";
import type { ClassSourceVideo, EditedClass } from "./edited-class.ts";

const { Part: TrimSheet, preload } = lazyPart(async () => (await import("./trim-sheet.tsx")).TrimSheet);

type ClassTrimProps = { found: EditedClass; sourceVideo: ClassSourceVideo };

/** Which stretch of the front video a class plays, and the sheet that changes it. */
export function ClassTrim({ found, sourceVideo }: ClassTrimProps) {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  const { fromMs, toMs } = found.trim;
  const from = writeTime(fromMs ?? 0);
  const to = writeTime(toMs ?? 0);
  return (
    <>
      {(fromMs !== null || toMs !== null) && (
        <p className="t1 muted">{toMs === null ? t`Plays from ${from}.` : t`Plays from ${from} to ${to}.`}</p>
      )}
      <div>
        <Button size="s" onPointerEnter={preload} onFocus={preload} onClick={() => setOpen(true)}>
          {t`Trim`}
        </Button>
      </div>
      {isOpen && (
        <Suspense>
          <TrimSheet found={found} sourceVideo={sourceVideo} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
