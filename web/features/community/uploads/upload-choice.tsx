import { useLingui } from "@lingui/react/macro";
import type { DragEvent } from "react";
import { paths } from "../../../lib/paths.ts";
import { Link } from "../../../lib/router/index.ts";
import { Button } from "../../../ui/button.tsx";
import type { Unfinished } from "./unfinished.ts";

type UploadChoiceProps = {
  unfinished: readonly Unfinished[];
  /** Slug of the class that the video is about. */
  classId: string | null;
  fault: string | null;
  onTake: (file: File | undefined) => void;
  onRecord: () => void;
  onLeave: (id: string) => void;
};

/** Chooses a video's source: a file, the camera, or the camera next to a class. */
export function UploadChoice({ unfinished, classId, fault, onTake, onRecord, onLeave }: UploadChoiceProps) {
  const { t } = useLingui();
  const drop = (event: DragEvent) => {
    event.preventDefault();
    onTake(event.dataTransfer.files[0]);
  };
  return (
    <>
      {unfinished.length > 0 && (
        <section className="stack gap-2" aria-labelledby="unfinished">
          <h2 className="t4" id="unfinished">{t`Unfinished uploads`}</h2>
          {unfinished.map(({ id, name, percent }) => (
            <p key={id} className="row wrap between upload-left">
              <span>{t`${name}: ${percent}% uploaded. Choose the file again to resume.`}</span>
              <Button size="s" tone="text" onClick={() => onLeave(id)}>
                {t`Leave it`}
              </Button>
            </p>
          ))}
        </section>
      )}
      <div className="upload-drop" onDragOver={(event) => event.preventDefault()} onDrop={drop}>
        <p className="d2">{t`Drop a video here`}</p>
        <div className="row wrap">
          <label className="btn btn-go">
            {t`Choose a video`}
            <input
              type="file"
              className="sr-only"
              accept="video/*,.mkv,.mov"
              onChange={(event) => onTake(event.target.files?.[0])}
            />
          </label>
          <Button onClick={onRecord}>{t`Record now`}</Button>
          <Link className="btn" to={classId ? paths.player(classId) : paths.library()}>
            {t`Record with a class`}
          </Link>
        </div>
        <p className="t1 muted pretty">
          {t`Up to 4 GB and 2 hours. You can also record alongside a class and share from the player.`}
        </p>
      </div>
      <p className="hint hint-bad" role="alert">
        {fault}
      </p>
    </>
  );
}
