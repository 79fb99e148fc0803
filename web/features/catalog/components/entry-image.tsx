import { useLingui } from "@lingui/react/macro";
import { useRef, useState } from "react";
import { defineCacheUpdates } from "../../../graphql/cache.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { useMutation, useQuery, type CombinedError } from "../../../graphql/hooks.ts";
import { invalidatingAllBut } from "../../../graphql/invalidate.ts";
import { QueryError } from "../../../layouts/query-error.tsx";
import { Button } from "../../../ui/button.tsx";
import { FileInput } from "../../../ui/file-input.tsx";
import { ImageFocus } from "../public/image-focus.tsx";
import { useImageUpload } from "../public/use-image-upload.ts";

const LibraryImageQuery = graphql(`
  query LibraryImage($kind: LibraryImageKind!, $slug: String!) {
    libraryImage(kind: $kind, slug: $slug) {
      imageUrl
      x
      y
    }
  }
`);
const SetLibraryImageFocus = graphql(`
  mutation SetLibraryImageFocus($kind: LibraryImageKind!, $slug: String!, $x: Int!, $y: Int!) {
    setLibraryImageFocus(kind: $kind, slug: $slug, x: $x, y: $y) {
      imageUrl
      x
      y
    }
  }
`);
const RemoveLibraryImage = graphql(`
  mutation RemoveLibraryImage($kind: LibraryImageKind!, $slug: String!) {
    removeLibraryImage(kind: $kind, slug: $slug) {
      imageUrl
      x
      y
    }
  }
`);
defineCacheUpdates({
  setLibraryImageFocus: invalidatingAllBut(),
  removeLibraryImage: invalidatingAllBut(),
});

const folders = { style: "styles", category: "categories", instructor: "instructors" } as const;

type EntryImageProps = { kind: keyof typeof folders; entry: { slug: string; name: string } };

/** The own image of a style, category or instructor. Read once an editor opens it. */
export function EntryImage({ kind, entry }: EntryImageProps) {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  const isPhoto = kind === "instructor";
  const { name } = entry;
  const label = isPhoto ? t`Photo of ${name}` : t`Image of ${name}`;
  return (
    <div className="stack studio-library-image">
      <div>
        <Button
          size="s"
          tone="line"
          aria-label={label}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isPhoto ? t`Photo` : t`Image`}
        </Button>
      </div>
      {isOpen && <OpenImage kind={kind} entry={entry} label={label} />}
    </div>
  );
}

/** The image with the part of it that crops keep. Saved at once. */
function OpenImage({ kind, entry: { slug, name }, label }: EntryImageProps & { label: string }) {
  const { t } = useLingui();
  const input = useRef<HTMLInputElement>(null);
  const chooser = useRef<HTMLButtonElement>(null);
  const query = useQuery({ query: LibraryImageQuery, variables: { kind, slug } });
  const [{ data }] = query;
  const sendImage = useImageUpload(`/studio/${folders[kind]}/${slug}/image`);
  const [{ fetching: isMoving }, setFocus] = useMutation(SetLibraryImageFocus);
  const [{ fetching: isRemoving }, remove] = useMutation(RemoveLibraryImage);
  const [isSending, setSending] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const isBusy = isSending || isMoving || isRemoving;
  const show = ({ error }: { error?: CombinedError | undefined }): void =>
    setFault(error ? t`Couldn’t save. Try again.` : null);
  const upload = async (file: File): Promise<void> => {
    if (isBusy) return;
    setSending(true);
    const refused = await sendImage(file);
    setFault(refused);
    setSending(false);
    // A new image keeps its center. The mutation makes every screen read it again, which an upload can't.
    if (refused === null) show(await setFocus({ kind, slug, x: 50, y: 50 }));
  };
  const removeIt = async (): Promise<void> => {
    if (isBusy) return;
    // The button for it goes with the image.
    chooser.current?.focus({ preventScroll: true });
    show(await remove({ kind, slug }));
  };
  if (!data)
    return query[0].error ? (
      <QueryError query={query} title={t`Couldn’t load the image`}>
        {t`We couldn’t connect. Nothing has changed.`}
      </QueryError>
    ) : null;
  const { imageUrl, x, y } = data.libraryImage;
  const without = {
    style: t`Without an image, only its name is shown.`,
    category: t`Without its own image, it shows that of its newest class.`,
    instructor: t`Without a photo, their page shows their newest class.`,
  };
  return (
    <section className="stack" aria-label={label}>
      {imageUrl ? (
        <ImageFocus
          key={imageUrl}
          imageUrl={imageUrl}
          alt={name}
          hint={t`Drag the image, or use the sliders, to choose what cards show.`}
          focus={{ x, y }}
          onChoose={async (focus) => show(await setFocus({ kind, slug, ...focus }))}
        />
      ) : (
        <p className="hint">{without[kind]}</p>
      )}
      <div className="row wrap gap-2">
        <Button size="s" ref={chooser} busy={isSending} onClick={() => input.current?.click()}>
          {t`Choose an image`}
        </Button>
        {imageUrl && (
          <Button size="s" tone="bare" busy={isRemoving} onClick={() => void removeIt()}>
            {t`Remove image`}
          </Button>
        )}
        <FileInput
          ref={input}
          accept="image/jpeg,image/png,image/webp"
          label={label}
          onChoose={(file) => void upload(file)}
        />
      </div>
      <p className="hint hint-bad empty:hidden" role="alert">
        {fault}
      </p>
    </section>
  );
}
