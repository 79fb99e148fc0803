import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { paths } from "../../../lib/paths.ts";
import { Link, useNavigate } from "../../../lib/router/index.ts";
import { Button } from "../../../ui/button.tsx";
import { Select } from "../../../ui/select.tsx";
import { showToast } from "../../../ui/toast.ts";
import { useOwnVideo } from "../actions/use-own-video.ts";
import { useAudiences, type Audience } from "./use-audiences.ts";

type OwnVideoProps = {
  found: { id: string; description: string | null; audience: Audience; availability: string };
  /** The viewer's profile path, the target after deletion. */
  home: string;
};

/** Owner actions of a video: post with it, edit its text and audience, delete it. */
export function OwnVideo({ found, home }: OwnVideoProps) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const own = useOwnVideo();
  const audiences = useAudiences();
  const [draft, setDraft] = useState<{ description: string; audience: Audience } | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [asks, setAsks] = useState(false);
  const [busy, setBusy] = useState(false);
  const { id, description, audience, availability } = found;
  const save = async () => {
    if (!draft || busy) return;
    setBusy(true);
    const error = await own.change({ id, ...draft });
    setBusy(false);
    setFault(error);
    if (!error) setDraft(null);
  };
  const remove = async () => {
    setBusy(true);
    const error = await own.remove(id);
    setBusy(false);
    if (error) return showToast(t`Couldn’t delete the video. Try again.`);
    await navigate({ to: home, replace: true });
    showToast(t`Video deleted.`);
  };
  if (draft)
    return (
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <label className="field">
          <span className="lab">{t`Caption`}</span>
          <textarea
            dir="auto"
            className="in"
            rows={2}
            maxLength={500}
            value={draft.description}
            onChange={(event) => setDraft({ ...draft, description: event.target.value })}
          />
        </label>
        <Select
          label={t`Who can see it`}
          value={draft.audience}
          onChoose={(chosen) => setDraft({ ...draft, audience: chosen })}
          options={audiences}
        />
        <p className="hint hint-bad" role="alert">
          {fault}
        </p>
        <div className="row wrap">
          <Button type="submit" tone="go" busy={busy}>{t`Save`}</Button>
          <Button tone="text" onClick={() => setDraft(null)}>{t`Leave it`}</Button>
        </div>
      </form>
    );
  if (asks)
    return (
      <div className="row wrap">
        <Button tone="bad" busy={busy} onClick={() => void remove()}>{t`Delete video`}</Button>
        <Button tone="text" onClick={() => setAsks(false)}>{t`Keep video`}</Button>
      </div>
    );
  return (
    <div className="row wrap">
      {availability !== "error" && (
        <Link className="btn btn-go" to={paths.feed()} search={{ video: id }}>{t`Share in a post`}</Link>
      )}
      <Button onClick={() => setDraft({ description: description ?? "", audience })}>{t`Edit`}</Button>
      <Button onClick={() => setAsks(true)}>{t`Delete`}</Button>
    </div>
  );
}
