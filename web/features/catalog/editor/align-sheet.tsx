import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { mainAngle } from "../../../../contract/angles.ts";
import { codeOf } from "../../../graphql/codes.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { useMutation } from "../../../graphql/hooks.ts";
import { Button } from "../../../ui/button.tsx";
import { LineField } from "../../../ui/line-field.tsx";
import { Sheet } from "../../../ui/sheet.tsx";
import { showToast } from "../../../ui/toast.ts";
import { Certainty } from "./certainty.tsx";
import { EditedClassFragment, type ClassSourceVideo, type EditedClass } from "./edited-class.ts";
import { SoundStrip } from "./sound-strip.tsx";
import type { View } from "./view-alignment.tsx";

const AlignSourceVideo = graphql(
  `
    mutation AlignClassSourceVideo(
      $classId: ID!
      $angle: CameraAngle!
      $isUpright: Boolean!
      $offsetInMs: Int
    ) {
      alignClassSourceVideo(
        classId: $classId
        angle: $angle
        isUpright: $isUpright
        offsetInMs: $offsetInMs
      ) {
        id
        ...EditedClass
      }
    }
  `,
  [EditedClassFragment],
);

/** A frame at 30 frames per second. */
const frameMs = 33;
const excerptMs = 8_000;
const maxOffsetMs = 10 * 60_000;

type AlignSheetProps = {
  found: EditedClass;
  view: View;
  sourceVideo: ClassSourceVideo;
  onClose: () => void;
};

/** Sets where a view starts beside the front one. Its sound is drawn below that of the front view. */
export function AlignSheet({ found, view, sourceVideo, onClose }: AlignSheetProps) {
  const { t } = useLingui();
  const [{ fetching }, align] = useMutation(AlignSourceVideo);
  const { alignment } = sourceVideo;
  const [typed, setTyped] = useState(((alignment?.offsetInMs ?? 0) / 1000).toFixed(3));
  const [fault, setFault] = useState<string | null>(null);
  const offsetMs = readSeconds(typed);
  const main = found.sourceVideos.find(({ angle }) => angle === mainAngle)!;
  const move = (byMs: number) => setTyped((((offsetMs ?? 0) + byMs) / 1000).toFixed(3));
  const save = async (offsetInMs: number | null): Promise<void> => {
    setFault(null);
    const { angle, isUpright } = view;
    const { error } = await align({ classId: found.id, angle, isUpright, offsetInMs });
    if (!error) {
      onClose();
      showToast(t`Saved. The video is being processed again.`);
      return;
    }
    const isBad = codeOf(error) === "BAD_INPUT";
    setFault((isBad && error.graphQLErrors[0]?.message) || t`Couldn’t save. Try again.`);
  };
  const submit = (): void => {
    if (offsetMs === null) setFault(t`Enter seconds, such as 4.25 or -1.5.`);
    else void save(offsetMs);
  };
  const { name } = view;
  return (
    <Sheet
      title={t`When does this view start?`}
      closeLabel={t`Close`}
      onClose={onClose}
      footer={
        <div className="row wrap">
          <Button tone="go" busy={fetching} onClick={submit}>{t`Save`}</Button>
          <Button tone="text" busy={fetching} onClick={() => void save(null)}>{t`Use its sound`}</Button>
        </div>
      }
    >
      <p className="muted pretty">{t`Sounds of the front view point up, those of “${name}” point down. They meet when the start is right.`}</p>
      {alignment && <Certainty alignment={alignment} />}
      {excerptsOf(main, sourceVideo, offsetMs ?? 0).map(({ key, atMs }) => (
        <figure className="stack gap-1" key={key}>
          <figcaption className="t1 faint">
            {{ start: t`At the start`, middle: t`In the middle`, end: t`At the end` }[key]}
          </figcaption>
          <div className="sound-strips">
            <SoundStrip
              stretch={{ classId: found.id, sourceVideoId: main.id, fromMs: atMs, lengthMs: excerptMs }}
            />
            <SoundStrip
              isBelow
              stretch={{
                classId: found.id,
                sourceVideoId: sourceVideo.id,
                fromMs: atMs - (offsetMs ?? 0),
                lengthMs: excerptMs,
              }}
            />
          </div>
        </figure>
      ))}
      <LineField
        label={t`Seconds after the front view`}
        hint={t`Negative if it starts earlier.`}
        inputMode="text"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <div className="align-nudge">
        <Button size="s" onClick={() => move(-1000)}>{t`1 s earlier`}</Button>
        <Button size="s" onClick={() => move(-frameMs)}>{t`1 frame earlier`}</Button>
        <Button size="s" onClick={() => move(frameMs)}>{t`1 frame later`}</Button>
        <Button size="s" onClick={() => move(1000)}>{t`1 s later`}</Button>
      </div>
      <p role="alert" className="hint hint-bad empty:hidden">
        {fault}
      </p>
    </Sheet>
  );
}

/** Milliseconds of typed seconds, with a point or a comma; null if they can't be read or are too far apart. */
function readSeconds(typed: string): number | null {
  const text = typed.trim().replace(",", ".").replace("−", "-");
  if (!/^[+-]?\d+(\.\d+)?$/.test(text)) return null;
  const ms = Math.round(Number(text) * 1000);
  return Math.abs(ms) <= maxOffsetMs ? ms : null;
}

/** Three places of the front view that the other view has as well. */
function excerptsOf(main: ClassSourceVideo, other: ClassSourceVideo, offsetMs: number) {
  const from = Math.max(0, offsetMs);
  const ends = [main.durationInMs, other.durationInMs && other.durationInMs + offsetMs];
  const to = Math.min(...ends.map((end) => end ?? Infinity));
  const last = Number.isFinite(to) ? Math.max(from, to - excerptMs) : from;
  return [
    { key: "start", atMs: from },
    { key: "middle", atMs: Math.round((from + last) / 2) },
    { key: "end", atMs: last },
  ] as const;
}
