import { useLingui } from "@lingui/react/macro";
import { lazy, Suspense, useMemo, useRef, useState } from "react";
import { useClient, useMutation } from "../../../graphql/hooks.ts";
import { mainAngle } from "../../../../contract/angles.ts";
import { codeOf, faultFieldOf, hasCode, isCombinedError } from "../../../graphql/codes.ts";
import { defineCacheUpdates } from "../../../graphql/cache.ts";
import { invalidating, invalidatingAllBut } from "../../../graphql/invalidate.ts";
import { graphql, readFragment } from "../../../graphql/graphql.ts";
import type { Fault } from "../../../lib/forms/use-server-form.ts";
import { paths } from "../../../lib/paths.ts";
import { useNavigate } from "../../../lib/router/index.ts";
import { showToast } from "../../../ui/toast.ts";
import { ClassCaptions } from "./captions/class-captions.tsx";
import { draftOf, inputOf, merge } from "./class-draft.ts";
import { ClassFocus } from "./class-focus.tsx";
import { ClassStage } from "./class-stage.tsx";
import { SourceVideos } from "./source-videos.tsx";
import { Translations } from "../../site/public/translations.tsx";
import type { PreviewHandle } from "../../player/public/preview-player.tsx";
import { usePermissions } from "../../studio/public/use-permissions.ts";
import { ClassForm } from "./class-form.tsx";
import { EditedClassFragment, EditorQuery, type Choices, type EditedClass } from "./edited-class.ts";
import { storeDraft } from "./stored-draft.ts";
import { PreviewContext } from "./preview-handle.ts";
import { Publication } from "./publication.tsx";
import { useClassDraft, type ClassSave } from "./use-class-draft.ts";

const ClassSongs = lazy(async () => ({ default: (await import("./class-songs.tsx")).ClassSongs }));

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

const ClassTrailer = lazy(async () => ({
  default: (await import("./trailer/class-trailer.tsx")).ClassTrailer,
}));
const OwnPrices = lazy(async () => ({
  default: (await import("../../billing/public/own-prices.tsx")).OwnPrices,
}));
const ClassPoster = lazy(async () => ({ default: (await import("./poster/class-poster.tsx")).ClassPoster }));

type EditorProps = { found: EditedClass | null; choices: Choices };

/** Editor of a class: its attributes, and after creation its source videos, captions and publication. */
export function Editor({ found, choices }: EditorProps) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const may = usePermissions();
  const client = useClient();
  const [, create] = useMutation(CreateClass);
  const [, change] = useMutation(ChangeClass);
  const faultOf = (error: unknown): Fault | null => {
    if (!isCombinedError(error)) return null;
    const texts: Record<string, string> = {
      CHANGED_MEANWHILE: t`This class changed. Your edits are still here. Review and save again.`,
      NOT_READY: t`A published class needs at least one part.`,
      BAD_INPUT: error.graphQLErrors[0]?.message ?? "",
      FORBIDDEN: error.graphQLErrors[0]?.message ?? "",
      NOT_FOUND: t`Someone deleted this class. Your text is still here.`,
    };
    const text = texts[codeOf(error)] || t`Couldn’t save. Your changes are still here. Try again.`;
    return { field: faultFieldOf(error), text };
  };
  /** Fetches the server's class and merges it with the draft; null on a conflict or without a response. */
  const rebased = async (id: string, { draft, seen }: ClassSave) => {
    const { data } = await client.query(
      EditorQuery,
      { classId: id, isNew: false },
      { requestPolicy: "network-only" },
    );
    const latest = readFragment(EditedClassFragment, data?.editedClass);
    if (!latest || !seen) return null;
    const merged = merge(draft, seen.draft, draftOf(latest));
    return merged.conflicts.length === 0 ? { input: inputOf(merged.draft), revision: latest.revision } : null;
  };
  const save = async (saved: ClassSave): Promise<EditedClass> => {
    const input = inputOf(saved.draft);
    if (!found) {
      const { data, error } = await create({ input, idempotencyKey: saved.idempotencyKey });
      if (!data) throw error;
      return readFragment(EditedClassFragment, data.createClass);
    }
    const { id } = found;
    let result = await change({ classId: id, input, revision: saved.seen?.revision ?? found.revision });
    // A finished transcode, or another editor in other fields, is no conflict. Several jobs may end one after another.
    for (let left = 5; left > 0 && hasCode(result.error, "CHANGED_MEANWHILE"); left -= 1) {
      const rebasedChange = await rebased(id, saved);
      if (!rebasedChange) break;
      result = await change({ classId: id, ...rebasedChange });
    }
    if (!result.data) throw result.error;
    return readFragment(EditedClassFragment, result.data.changeClass);
  };
  const onSaved = (saved: EditedClass): void => {
    if (found) return showToast(t`Saved.`);
    void navigate({ to: paths.editClass(saved.classId), replace: true }).then(() =>
      showToast(t`Draft saved. Next, add a video.`),
    );
  };
  const preview = useRef<PreviewHandle | null>(null);
  const [isPreviewNeeded, setPreviewNeeded] = useState(false);
  const previewed = useMemo(() => ({ handle: preview, need: () => setPreviewNeeded(true) }), []);
  const [captions, setCaptions] = useState<string | null>(null);
  const editing = useClassDraft({ found, save, onSaved, faultOf });
  const leave = async (id: string): Promise<void> => {
    storeDraft(id, null);
    await navigate({ to: paths.instructorClasses(), replace: true });
    showToast(t`The draft is deleted.`);
  };
  const form = (
    <ClassForm
      editing={editing}
      choices={choices}
      found={found}
      isReady={found !== null && found.publishedAt === null && found.lacks.length === 0}
    />
  );
  if (!found) return form;
  return (
    <PreviewContext value={found.isAvailable ? previewed : null}>
      <div className="edit">
        <ClassStage
          found={found}
          editing={editing}
          preview={preview}
          isPreviewNeeded={isPreviewNeeded}
          captions={captions}
          onCloseCaptions={() => setCaptions(null)}
        />
        <div className="edit-side">
          <Publication
            found={found}
            canPublish={may("editLibrary")}
            isChanged={editing.isChanged}
            onDeleted={() => void leave(found.id)}
          />
          <SourceVideos found={found} />
          {found.isAvailable && found.poster.imageUrl && (
            <Suspense>
              <ClassPoster found={found} />
            </Suspense>
          )}
          {found.isAvailable && found.thumbnailImageUrl && <ClassFocus found={found} />}
          {found.isAvailable && (
            <Suspense>
              <ClassTrailer found={found} />
            </Suspense>
          )}
          <Suspense>
            <ClassSongs found={found} />
          </Suspense>
          {may("setPrices") && (
            <Suspense>
              <OwnPrices of={{ kind: "class", id: found.id }} />
            </Suspense>
          )}
          {may("editLibrary") && <Translations kind="class" subject={found.id} />}
          {found.sourceVideos.some(({ angle }) => angle === mainAngle) && (
            <ClassCaptions found={found} edited={captions} onEdit={setCaptions} />
          )}
        </div>
        <div className="edit-main">{form}</div>
      </div>
    </PreviewContext>
  );
}
