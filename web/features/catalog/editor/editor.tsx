import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useClient, useMutation } from "../../../graphql/hooks.ts";
import { mainAngle } from "../../../../contract/angles.ts";
import { codeOf, hasCode } from "../../../graphql/codes.ts";
import { defineCacheUpdates } from "../../../graphql/cache.ts";
import { invalidating, invalidatingAllBut } from "../../../graphql/invalidate.ts";
import { graphql, readFragment } from "../../../graphql/graphql.ts";
import { paths } from "../../../lib/paths.ts";
import { useNavigate } from "../../../lib/router/index.ts";
import { showToast } from "../../../ui/toast.tsx";
import { ClassCaptions } from "./class-captions.tsx";
import { draftOf, inputOf, merge } from "./class-draft.ts";
import { SourceVideos } from "./source-videos.tsx";
import { ClassForm } from "./class-form.tsx";
import { EditedClassFragment, EditorQuery, type Choices, type EditedClass } from "./edited-class.ts";
import { storeDraft } from "./stored-draft.ts";
import { Publication } from "./publication.tsx";
import { useClassDraft } from "./use-class-draft.ts";

const CreateClass = graphql(
  `
    mutation CreateClass($input: ClassInput!, $idempotencyKey: String!) {
      createClass(input: $input, idempotencyKey: $idempotencyKey) {
        id
        ...EditedClass
      }
    }
  `,
  [EditedClassFragment],
);
const ChangeClass = graphql(
  `
    mutation ChangeClass($classId: ID!, $input: ClassInput!, $revision: Int!) {
      changeClass(classId: $classId, input: $input, revision: $revision) {
        id
        ...EditedClass
      }
    }
  `,
  [EditedClassFragment],
);

// The library is refetched; the edited class is the mutation's result.
defineCacheUpdates({ createClass: invalidating("drafts"), changeClass: invalidatingAllBut("editedClass") });

type EditorProps = { found: EditedClass | null; choices: Choices };

/** Editor of a class: its attributes, and after creation its source videos, captions and publication. */
export function Editor({ found, choices }: EditorProps) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const client = useClient();
  const [, create] = useMutation(CreateClass);
  const [, change] = useMutation(ChangeClass);
  const [fault, setFault] = useState<string | null>(null);
  const hand = useClassDraft(found);
  const { draft, seen, isChanged, idempotencyKey } = hand;
  const faultOf = (code: string, message: string): string => {
    switch (code) {
      case "CHANGED_MEANWHILE":
        return t`This class changed. Your edits are still here; review and save again.`;
      case "NOT_READY":
        return t`A published class needs at least one part.`;
      case "BAD_INPUT":
        return message;
      case "NOT_FOUND":
        return t`Someone deleted this class. Your text is still here.`;
      default:
        return t`Couldn’t save. Your changes are still here. Try again.`;
    }
  };
  /** Fetches the server's class and merges it with the draft; null on a conflict or without a response. */
  const rebased = async (id: string) => {
    const { data } = await client.query(
      EditorQuery,
      { classId: id, isNew: false },
      { requestPolicy: "network-only" },
    );
    const latest = readFragment(EditedClassFragment, data?.editedClass);
    if (!latest || !seen) return null;
    const { draft: merged, conflicts } = merge(draft, seen.draft, draftOf(latest));
    return conflicts.length === 0 ? { input: inputOf(merged), revision: latest.revision } : null;
  };
  const send = async () => {
    if (!found) return create({ input: inputOf(draft), idempotencyKey });
    const result = await change({
      classId: found.id,
      input: inputOf(draft),
      revision: seen?.revision ?? found.revision,
    });
    // A finished transcode, or another editor in other fields, is no conflict.
    const rebasedChange = hasCode(result.error, "CHANGED_MEANWHILE") ? await rebased(found.id) : null;
    return rebasedChange ? change({ classId: found.id, ...rebasedChange }) : result;
  };
  const save = async (): Promise<void> => {
    setFault(null);
    hand.send();
    const { data, error } = await send();
    const saved =
      data && readFragment(EditedClassFragment, "createClass" in data ? data.createClass : data.changeClass);
    if (!saved) {
      hand.receive(null);
      return setFault(faultOf(error ? codeOf(error) : "", error?.graphQLErrors[0]?.message ?? ""));
    }
    if (found) {
      hand.receive(saved);
      return showToast(t`Saved.`);
    }
    hand.handOver(saved);
    await navigate({ to: paths.editClass(saved.classId), replace: true });
    showToast(t`Draft saved. Next, add a video.`);
  };
  const leave = async (id: string): Promise<void> => {
    storeDraft(id, null);
    await navigate({ to: paths.instructorClasses(), replace: true });
    showToast(t`The draft is deleted.`);
  };
  const form = (
    <ClassForm
      hand={hand}
      choices={choices}
      durationMs={found?.durationInMs ?? null}
      isNew={found === null}
      isReady={found !== null && found.publishedAt === null && found.lacks.length === 0}
      busy={hand.isSending}
      fault={fault}
      onSave={() => void save()}
    />
  );
  if (!found) return form;
  return (
    <div className="edit">
      <div className="edit-side">
        <Publication found={found} isChanged={isChanged} onDeleted={() => void leave(found.id)} />
        <SourceVideos found={found} />
        {found.sourceVideos.some(({ angle }) => angle === mainAngle) && <ClassCaptions found={found} />}
      </div>
      {form}
    </div>
  );
}
