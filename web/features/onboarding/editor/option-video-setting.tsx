import { useLingui } from "@lingui/react/macro";
import { Film } from "lucide-react";
import { useRef, useState, type DragEvent } from "react";
import { useSession } from "../../../graphql/provider.tsx";
import { Button } from "../../../ui/button.tsx";
import { FileInput } from "../../../ui/file-input.tsx";
import { showToast } from "../../../ui/toast.ts";
import {
  clipLimits,
  removeOptionVideo,
  uploadOptionVideo,
  type OptionVideoRefusal,
} from "./upload-option-video.ts";
import { OptionPreview } from "../components/option-preview.tsx";

type OptionVideoSettingProps = {
  question: string;
  slug: string;
  /** Label of the option. */
  name: string;
  url: string | null;
  onChanged: () => void;
};

/** The clip of an option: chosen or dropped, replaced, removed. Changes apply at once. */
export function OptionVideoSetting({ question, slug, name, url, onChanged }: OptionVideoSettingProps) {
  const { t } = useLingui();
  const session = useSession();
  const input = useRef<HTMLInputElement>(null);
  const [share, setShare] = useState<number | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [isLookedAt, setLookedAt] = useState(false);
  const [isOver, setOver] = useState(false);
  const seconds = clipLimits.seconds;
  const megabytes = clipLimits.bytes / 1024 / 1024;
  const messages: Record<OptionVideoRefusal, string> = {
    too_large: t`This video is too large. Take one of ${megabytes} MB at most.`,
    too_long: t`This video is too long. Cut it to ${seconds} seconds.`,
    too_short: t`This video is too short to be seen.`,
    not_a_film: t`Use an MP4 or WebM video.`,
    damaged: t`This video is damaged. Export it again.`,
    often: t`Too many attempts. Try again in a few minutes.`,
    unreachable: t`Couldn’t save the video. Try again.`,
  };
  const busy = share !== null;
  const percent = Math.round((share ?? 0) * 100);

  const send = async (file: File): Promise<void> => {
    if (busy) return;
    setFault(null);
    setShare(0);
    const token = await session.token().catch(() => null);
    const refusal = token
      ? await uploadOptionVideo({ question, slug }, file, token, setShare)
      : "unreachable";
    setShare(null);
    if (refusal) return setFault(messages[refusal]);
    showToast(t`Video added to “${name}”.`);
    onChanged();
  };
  const remove = async (): Promise<void> => {
    setFault(null);
    setShare(1);
    const token = await session.token().catch(() => null);
    const isGone = token !== null && (await removeOptionVideo({ question, slug }, token));
    setShare(null);
    if (!isGone) return setFault(t`Couldn’t remove the video. Try again.`);
    showToast(t`Video removed from “${name}”.`);
    onChanged();
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file) void send(file);
  };

  return (
    <div
      className={isOver ? "studio-film is-over" : "studio-film"}
      role="group"
      aria-label={t`Video of ${name}`}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      onPointerEnter={() => setLookedAt(true)}
      onPointerLeave={() => setLookedAt(false)}
      onFocus={() => setLookedAt(true)}
      onBlur={() => setLookedAt(false)}
    >
      <span className="studio-film-frame">
        {url ? (
          <OptionPreview key={url} url={url} isPlaying={isLookedAt} />
        ) : (
          <Film aria-hidden="true" size={20} />
        )}
      </span>
      {busy ? (
        <span className="t1 muted tn" role="status">
          {share < 1 ? t`Uploading, ${percent}%` : t`Processing…`}
        </span>
      ) : (
        <span className="row wrap gap-2">
          <Button size="s" tone="line" onClick={() => input.current?.click()}>
            {url ? t`Replace the video` : t`Choose a video`}
          </Button>
          {url && (
            <Button size="s" tone="bare" onClick={() => void remove()}>
              {t`Remove video`}
            </Button>
          )}
          {!url && (
            <span className="t1 faint">{t`Or drop it here. Up to ${seconds} s, without its sound.`}</span>
          )}
        </span>
      )}
      <FileInput
        ref={input}
        accept="video/mp4,video/webm,.mp4,.webm"
        label={t`A video for ${name}, from this device`}
        onChoose={(file) => void send(file)}
      />
      <p role="alert" className="hint hint-bad empty:hidden">
        {fault}
      </p>
    </div>
  );
}
