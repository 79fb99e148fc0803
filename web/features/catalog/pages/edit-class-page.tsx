import "../parts/editor/editor.css";
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useClient, useMutation, useQuery } from "urql";
import { codeOf, hasCode } from "../../../graphql/codes.ts";
import { graphql, readFragment } from "../../../graphql/graphql.ts";
import { useLive } from "../../../graphql/use-live.ts";
import { paths } from "../../../lib/paths.ts";
import { Link, useNavigate, useParams } from "../../../lib/router/index.ts";
import { showToast } from "../../../ui/toast.tsx";
import { StudioPage } from "../../studio/embeds/studio-page.tsx";
import { ClassCaptions } from "../parts/editor/class-captions.tsx";
import { draftOf, inputOf, merge } from "../parts/editor/class-draft.ts";
import { ClassFilms } from "../parts/editor/class-films.tsx";
import { ClassForm } from "../parts/editor/class-form.tsx";
import {
  ChoicesFragment,
  EditedClassFragment,
  type Choices,
  type EditedClass,
} from "../parts/editor/edited-class.ts";
import { keepDraft } from "../parts/editor/kept-draft.ts";
import { Publication } from "../parts/editor/publication.tsx";
import { useClassDraft } from "../parts/editor/use-class-draft.ts";

const EditorQuery = graphql(
  `
    query ClassEditor($classId: ID!, $isNew: Boolean!) {
      editedClass(classId: $classId) @skip(if: $isNew) {
        id
        ...EditedClass
      }
      ...ClassChoices
    }
  `,
  [ChoicesFragment, EditedClassFragment],
);
const EditedClassChanged = graphql(
  `
    subscription EditedClassChanged($classId: ID!) {
      editedClassChanged(classId: $classId) {
        id
        ...EditedClass
      }
    }
  `,
  [EditedClassFragment],
);
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

/** Where the studio's editors make a class: what is said of it, its films, its captions, and its publication. */
export function Page() {
  const { t } = useLingui();
  const { classId } = useParams() as { classId?: string };
  const isNew = classId === undefined;
  const query = useQuery({
    query: EditorQuery,
    variables: { classId: classId ?? "", isNew },
    requestPolicy: "cache-and-network",
  });
  const [{ data }] = query;
  const found = readFragment(EditedClassFragment, data?.editedClass) ?? null;
  return (
    <StudioPage
      title={isNew ? t`New class` : (found?.title ?? t`Class`)}
      note={
        isNew ? t`Nobody sees it before you publish it. Its film and captions come once it is saved.` : null
      }
      neighbours={<Link to={paths.taught()}>{t`Classes`}</Link>}
      query={query}
    >
      {data && (isNew || found) && (
        <Editor key={found?.id} found={found} choices={readFragment(ChoicesFragment, data)} />
      )}
    </StudioPage>
  );
}

type EditorProps = { found: EditedClass | null; choices: Choices };

function Editor({ found, choices }: EditorProps) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const client = useClient();
  const [, create] = useMutation(CreateClass);
  const [, change] = useMutation(ChangeClass);
  const [fault, setFault] = useState<string | null>(null);
  const hand = useClassDraft(found);
  const { draft, seen, isChanged, idempotencyKey } = hand;
  useLive(EditedClassChanged, { classId: found?.id ?? "" }, { isOff: found === null });
  const faultOf = (code: string, message: string): string => {
    switch (code) {
      case "CHANGED_MEANWHILE":
        return t`The class was changed meanwhile. What you typed is still here; look over it, then save again.`;
      case "NOT_READY":
        return t`A class in the library needs a part at least.`;
      case "BAD_INPUT":
        return message;
      case "NOT_FOUND":
        return t`This class is gone: somebody has deleted it. What you typed is still here.`;
      default:
        return t`Nothing is saved: the studio’s server didn’t answer. What you typed is still here.`;
    }
  };
  /** What the server has by now brought together with what is typed; null where both changed the same, or it doesn't answer. */
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
    const tried = await change({
      classId: found.id,
      input: inputOf(draft),
      revision: seen?.revision ?? found.revision,
    });
    // A transcode that ended, or another editor elsewhere in the form, is in nobody's way.
    const again = hasCode(tried.error, "CHANGED_MEANWHILE") ? await rebased(found.id) : null;
    return again ? change({ classId: found.id, ...again }) : tried;
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
    showToast(t`The draft is saved. Its film comes next.`);
  };
  const leave = async (id: string): Promise<void> => {
    keepDraft(id, null);
    await navigate({ to: paths.taught(), replace: true });
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
        <ClassFilms found={found} />
        <ClassCaptions found={found} />
      </div>
      {form}
    </div>
  );
}
