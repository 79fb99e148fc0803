import { useLingui } from "@lingui/react/macro";
import { useQuery } from "../../../graphql/hooks.ts";
import { graphql, readFragment } from "../../../graphql/graphql.ts";
import { useLive } from "../../../graphql/use-live.ts";
import { paths } from "../../../lib/paths.ts";
import { Link } from "../../../lib/router/index.ts";
import { Button } from "../../../ui/button.tsx";
import { Eight } from "../../../ui/eight.tsx";
import type { UploadState } from "./use-upload.ts";
import { canOnlyUploadAgain } from "../../../../contract/video-refusals.ts";
import { useErrorReason } from "../public/use-error-reason.ts";

const StatusFragment = graphql(`
  fragment UploadStatus on VideoUpload {
    id
    availability
    encodingPercent
    errorReason
    isHeld
  }
`);
const UploadStatusQuery = graphql(
  `
    query UploadStatus($id: ID!) {
      videoUpload(id: $id) {
        id
        ...UploadStatus
      }
    }
  `,
  [StatusFragment],
);
const UploadStatusChanged = graphql(
  `
    subscription UploadStatusChanged($id: ID!) {
      videoUploadChanged(id: $id) {
        id
        ...UploadStatus
      }
    }
  `,
  [StatusFragment],
);

type UploadProgressProps = {
  state: Extract<UploadState, { step: "sending" | "sent" }>;
  /** The class next to which it was recorded, and the position. */
  about: { class?: string; at?: string };
  onPause: () => void;
  onResume: () => void;
  onAnother: () => void;
};

/** Progress of a video: uploading, transcoding, ready. */
export function UploadProgress({ state, about, onPause, onResume, onAnother }: UploadProgressProps) {
  const { t } = useLingui();
  const reasonOf = useErrorReason();
  const isSent = state.step === "sent";
  const [{ data }] = useQuery({
    query: UploadStatusQuery,
    variables: { id: state.id },
    pause: !isSent,
    requestPolicy: "cache-and-network",
  });
  const found = readFragment(StatusFragment, data?.videoUpload);
  const isOver = found?.availability === "available" || found?.availability === "error";
  useLive(UploadStatusChanged, { id: state.id }, { isOff: !isSent || isOver });
  if (state.step === "sending") {
    const { percent, isPaused, isCut } = state;
    return (
      <section className="stack upload-state" aria-live="polite">
        <p className="num upload-percent">{t`${percent}%`}</p>
        <Eight size="md" value={percent / 100} label={t`${percent}% uploaded`} />
        <p className="muted pretty">
          {isCut
            ? t`Connection lost. Progress is saved.`
            : isPaused
              ? t`Paused. Progress is saved.`
              : t`Uploading. If you close the tab, choose the same file to resume.`}
        </p>
        <div>
          {isPaused || isCut ? (
            <Button tone="go" onClick={onResume}>{t`Go on`}</Button>
          ) : (
            <Button onClick={onPause}>{t`Pause`}</Button>
          )}
        </div>
      </section>
    );
  }
  if (found?.availability === "error")
    return (
      <section className="stack upload-state" role="alert">
        <h2 className="d2">
          {canOnlyUploadAgain(found.errorReason)
            ? t`This video couldn’t be processed`
            : t`Processing is delayed`}
        </h2>
        <p className="muted pretty">{reasonOf(found.errorReason)}</p>
        <div>
          <Button tone="go" onClick={onAnother}>{t`Choose another`}</Button>
        </div>
      </section>
    );
  if (found?.availability === "available")
    return (
      <section className="stack upload-state" aria-live="polite">
        <h2 className="d2">{t`Upload complete`}</h2>
        <p className="muted pretty">
          {found.isHeld
            ? t`Our team reviews everyone’s first-week videos. Only you can see it for now. We’ll email you.`
            : t`It’s live for the audience you chose.`}
        </p>
        <div className="row wrap">
          <Link
            className="btn btn-go"
            to={paths.feed()}
            search={{ video: state.id, ...about }}
          >{t`Share in a post`}</Link>
          <Link className="btn" to={paths.video(state.id)}>{t`See it`}</Link>
          <Button tone="text" onClick={onAnother}>{t`Send another`}</Button>
        </div>
      </section>
    );
  const percent = found?.encodingPercent ?? 0;
  return (
    <section className="stack upload-state" aria-live="polite">
      <p className="num upload-percent">{t`${percent}%`}</p>
      <Eight size="md" value={percent / 100} label={t`${percent}% processed`} />
      <p className="muted pretty">{t`Uploaded. Processing now. You can close this tab.`}</p>
    </section>
  );
}
