import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useMutation, useQuery } from "urql";
import { graphql } from "../../../graphql/graphql.ts";
import { Button } from "../../../ui/button.tsx";
import { Select } from "../../../ui/select.tsx";
import { Setting } from "../../../ui/setting.tsx";
import { showToast } from "../../../ui/toast.tsx";

const CommentSettingsQuery = graphql(`
  query Care {
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
    if (error)
      return showToast(error.graphQLErrors[0]?.message ?? t`The studio didn’t answer. Nothing was changed.`);
    setWords(null);
    again({ requestPolicy: "network-only" });
    showToast(t`Kept.`);
  };
  const shown = words ?? commentSettings.watchedWords.join(", ");
  return (
    <Setting title={t`Under your posts`}>
      <Select
        label={t`Whose comments wait until you approve them`}
        value={commentSettings.approves}
        onChoose={(approves) => void save({ approves })}
        options={[
          { value: "nobody", label: t`Nobody’s` },
          { value: "strangers", label: t`Those of people you don’t follow` },
          { value: "everyone", label: t`Everybody’s` },
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
          <span className="lab">{t`Words you’d rather not read`}</span>
          <input
            className="in"
            value={shown}
            placeholder={t`one, another`}
            onChange={(event) => setWords(event.target.value)}
          />
        </label>
        <p className="hint">{t`Comments that hold one of them wait too. Separate them by commas.`}</p>
        <div>
          <Button type="submit" size="s" busy={busy}>{t`Save`}</Button>
        </div>
      </form>
    </Setting>
  );
}
