import { useLingui } from "@lingui/react/macro";
import { Suspense, useState } from "react";
import { mainAngle, type AngleKey } from "../../../../contract/angles.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { useMutation } from "../../../graphql/hooks.ts";
import { hasCode } from "../../../graphql/codes.ts";
import { formatMoment } from "../../../lib/formats.ts";
import { lazyPart } from "../../../lib/lazy-part.ts";
import { Button } from "../../../ui/button.tsx";
import { showToast } from "../../../ui/toast.ts";
import { EditedClassFragment, type ClassSourceVideo, type EditedClass } from "./edited-class.ts";

const { Part: ReplaceByEarlier, preload } = lazyPart(
  async () => (await import("./replace-sheet.tsx")).ReplaceByEarlier,
);

const RestoreSourceVideo = graphql(
  `
    mutation RestoreClassSourceVideo($classId: ID!, $sourceVideoId: ID!) {
      restoreClassSourceVideo(classId: $classId, sourceVideoId: $sourceVideoId) {
        id
        ...EditedClass
      }
    }
  `,
  [EditedClassFragment],
);

type ReplacedVideosProps = {
  found: EditedClass;
  angle: AngleKey;
  isUpright: boolean;
  /** The video that the view has now. */
  current: ClassSourceVideo | null;
};

/** Earlier videos of a view, which can be used again. */
export function ReplacedVideos({ found, angle, isUpright, current }: ReplacedVideosProps) {
  const { t } = useLingui();
  const [{ fetching }, restore] = useMutation(RestoreSourceVideo);
  const [fault, setFault] = useState<string | null>(null);
  const [asked, setAsked] = useState<EditedClass["replacedSourceVideos"][number] | null>(null);
  const earlier = found.replacedSourceVideos.filter(
    (video) => video.angle === angle && video.isUpright === isUpright,
  );
  if (earlier.length === 0) return null;
  const bringBack = async (sourceVideoId: string): Promise<void> => {
    setFault(null);
    const { error } = await restore({ classId: found.id, sourceVideoId });
    if (!error) {
      setAsked(null);
      return showToast(t`Saved. The video is being processed again.`);
    }
    if (hasCode(error, "NOT_FOUND")) return setFault(t`This video is no longer stored.`);
    const reason = hasCode(error, "BAD_INPUT") ? error.graphQLErrors[0]?.message : null;
    setFault(reason || t`Couldn’t save. Try again.`);
  };
  return (
    <details>
      <summary className="t1">{t`Earlier videos`}</summary>
      <ul className="edit-captions">
        {earlier.map((video) => {
          const { id, fileName, storedUntil } = video;
          const until = formatMoment(new Date(storedUntil), "date");
          return (
            <li key={id}>
              <span className="t1 edit-file">
                {fileName} <span className="faint">{t`Stored until ${until}`}</span>
              </span>
              <Button
                size="s"
                onPointerEnter={preload}
                onFocus={preload}
                onClick={() => {
                  setFault(null);
                  setAsked(video);
                }}
              >
                {t`Restore`}
              </Button>
            </li>
          );
        })}
      </ul>
      {asked && (
        <Suspense>
          <ReplaceByEarlier
            found={found}
            isMain={!isUpright && angle === mainAngle}
            current={current}
            earlier={asked}
            busy={fetching}
            fault={fault}
            onReplace={() => void bringBack(asked.id)}
            onClose={() => setAsked(null)}
          />
        </Suspense>
      )}
    </details>
  );
}
