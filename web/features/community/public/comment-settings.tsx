import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useMutation, useQuery } from "../../../graphql/hooks.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { Button } from "../../../ui/button.tsx";
import { Select } from "../../../ui/select.tsx";
import { Setting } from "../../../ui/setting.tsx";
import { showToast } from "../../../ui/toast.ts";

const CommentSettingsQuery = graphql(`
  query CommentSettings {
    me {
      id
      commentSettings {
        approves
        watchedWords
      }
    }
  }
`);
const ChangeCommentSettings = graphql(`
  mutation ChangeCommentSettings($approves: CommentApproval, $watchedWords: [String!]) {
    changeCommentSettings(approves: $approves, watchedWords: $watchedWords) {
      approves
      watchedWords
    }
  }
`);
type Approval = "nobody" | "strangers" | "everyone";

/** Comment settings of the viewer's posts. Renders nothing for guests. */
export function CommentSettingsSection() {
  const { t } = useLingui();
  const [{ data }, again] = useQuery({ query: CommentSettingsQuery });
  const [, change] = useMutation(ChangeCommentSettings);
  const [words, setWords] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const commentSettings = data?.me?.commentSettings;
  if (!commentSettings) return null;
  const save = async (next: { approves?: Approval; watchedWords?: string[] }) => {
    setBusy(true);
    const { error } = await change({
      approves: next.approves ?? null,
      watchedWords: next.watchedWords ?? null,
    });
    setBusy(false);
    if (error) return showToast(error.graphQLErrors[0]?.message ?? t`We couldn’t connect. Nothing changed.`);
    setWords(null);
    again({ requestPolicy: "network-only" });
    showToast(t`Kept.`);
  };
  const shown = words ?? commentSettings.watchedWords.join(", ");
  return (
    <Setting title={t`Comments on your posts`}>
      <Select
        label={t`Require approval for comments from`}
        value={commentSettings.approves}
        onChoose={(approves) => void save({ approves })}
        options={[
          { value: "nobody", label: t`No one` },
          { value: "strangers", label: t`People you don’t follow` },
          { value: "everyone", label: t`Everyone` },
        ]}
      />
      <form
        className="stack gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          void save({ watchedWords: shown.split(",") });
        }}
      >
        <label className="field">
          <span className="lab">{t`Muted words`}</span>
          <input
            className="in"
            value={shown}
            placeholder={t`word, another word`}
            onChange={(event) => setWords(event.target.value)}
          />
        </label>
        <p className="hint">{t`Comments with these words need your approval. Separate with commas.`}</p>
        <div>
          <Button type="submit" size="s" busy={busy}>{t`Save`}</Button>
        </div>
      </form>
    </Setting>
  );
}
