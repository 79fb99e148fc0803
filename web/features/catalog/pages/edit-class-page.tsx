import "../parts/editor/editor.css";
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useMutation, useQuery } from "urql";
import { codeOf } from "../../../graphql/codes.ts";
import { graphql, readFragment } from "../../../graphql/graphql.ts";
import { useLive } from "../../../graphql/use-live.ts";
import { paths } from "../../../lib/paths.ts";
import { Link, useNavigate, useParams } from "../../../lib/router/index.ts";
import { showToast } from "../../../ui/toast.tsx";
import { StudioPage } from "../../studio/embeds/studio-page.tsx";
import { ClassCaptions } from "../parts/editor/class-captions.tsx";
import { inputOf } from "../parts/editor/class-draft.ts";
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
  const [{ data }, again] = query;
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
        <Editor
          key={found?.id}
          found={found}
          choices={readFragment(ChoicesFragment, data)}
          onStale={() => again({ requestPolicy: "network-only" })}
        />
      )}
    </StudioPage>
  );
}

type EditorProps = { found: EditedClass | null; choices: Choices; onStale: () => void };

function Editor({ found, choices, onStale }: EditorProps) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const [{ fetching: isCreating }, create] = useMutation(CreateClass);
  const [{ fetching: isChanging }, change] = useMutation(ChangeClass);
  const [fault, setFault] = useState<string | null>(null);
  const hand = useClassDraft(found);
  const { draft, isChanged, revision, idempotencyKey } = hand;
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
  const save = async (): Promise<void> => {
    setFault(null);
    hand.send();
    const input = inputOf(draft);
    const { data, error } = found
      ? await change({ classId: found.id, input, revision })
      : await create({ input, idempotencyKey });
    const saved =
      data && readFragment(EditedClassFragment, "createClass" in data ? data.createClass : data.changeClass);
    if (!saved) {
      hand.receive(null);
      const code = error ? codeOf(error) : "";
      if (code === "CHANGED_MEANWHILE") onStale();
      return setFault(faultOf(code, error?.graphQLErrors[0]?.message ?? ""));
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
      busy={isCreating || isChanging}
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
