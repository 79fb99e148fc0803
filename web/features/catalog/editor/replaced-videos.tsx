import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import type { AngleKey } from "../../../../contract/angles.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { useMutation } from "../../../graphql/hooks.ts";
import { hasCode } from "../../../graphql/codes.ts";
import { formatMoment } from "../../../lib/formats.ts";
import { Button } from "../../../ui/button.tsx";
import { showToast } from "../../../ui/toast.tsx";
import { EditedClassFragment, type EditedClass } from "./edited-class.ts";

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

type ReplacedVideosProps = { found: EditedClass; angle: AngleKey; isUpright: boolean };

/** Earlier videos of a view, which can be used again. */
export function ReplacedVideos({ found, angle, isUpright }: ReplacedVideosProps) {
  const { t } = useLingui();
  const [{ fetching }, restore] = useMutation(RestoreSourceVideo);
  const [fault, setFault] = useState<string | null>(null);
  const earlier = found.replacedSourceVideos.filter(
    (video) => video.angle === angle && video.isUpright === isUpright,
  );
  if (earlier.length === 0) return null;
  const bringBack = async (sourceVideoId: string): Promise<void> => {
    setFault(null);
    const { error } = await restore({ classId: found.id, sourceVideoId });
    if (!error) return showToast(t`Saved. The video is being processed again.`);
    if (hasCode(error, "NOT_FOUND")) return setFault(t`This video is no longer stored.`);
    const reason = hasCode(error, "BAD_INPUT") ? error.graphQLErrors[0]?.message : null;
    setFault(reason || t`Couldn’t save. Try again.`);
  };
  return (
    <details>
      <summary className="t1">{t`Earlier videos`}</summary>
      <ul className="edit-captions">
        {earlier.map(({ id, fileName, storedUntil }) => {
          const until = formatMoment(new Date(storedUntil), "date");
          return (
            <li key={id}>
              <span className="t1 edit-file">
                {fileName} <span className="faint">{t`Stored until ${until}`}</span>
              </span>
              <Button size="s" busy={fetching} onClick={() => void bringBack(id)}>{t`Use again`}</Button>
            </li>
          );
        })}
      </ul>
      <p role="alert" className="hint hint-bad empty:hidden">
        {fault}
      </p>
    </details>
  );
}
