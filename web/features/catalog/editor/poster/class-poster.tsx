import "./class-poster.css";
import { useLingui } from "@lingui/react/macro";
import { Suspense, useRef, useState } from "react";
import { useMutation, useQuery } from "../../../../graphql/hooks.ts";
import { graphql } from "../../../../graphql/graphql.ts";
import { formatDuration } from "../../../../lib/formats.ts";
import { lazyPart } from "../../../../lib/lazy-part.ts";
import { Button } from "../../../../ui/button.tsx";
import { FileInput } from "../../../../ui/file-input.tsx";
import { ImageFocus, type Focus } from "../../public/image-focus.tsx";
import { useImageUpload } from "../../public/use-image-upload.ts";
import { EditedClassFragment, type EditedClass } from "../edited-class.ts";
import { FormerPosters } from "./former-posters.tsx";

const { Part: AskSheet, preload } = lazyPart(async () => (await import("../ask-sheet.tsx")).AskSheet);

const PosterProposals = graphql(`
  query PosterProposals($classId: ID!) {
    posterProposals(classId: $classId) {
      atMs
      imageUrl
    }
  }
`);
const SetClassPoster = graphql(
  `
    mutation SetClassPoster($classId: ID!, $atMs: Int, $x: Int!, $y: Int!) {
      setClassPoster(classId: $classId, atMs: $atMs, x: $x, y: $y) {
        id
        ...EditedClass
      }
    }
  `,
  [EditedClassFragment],
);
const ResetClassPoster = graphql(
  `
    mutation ResetClassPoster($classId: ID!) {
      resetClassPoster(classId: $classId) {
        id
        ...EditedClass
      }
    }
  `,
  [EditedClassFragment],
);
const SetClassPortrait = graphql(
  `
    mutation SetClassPortrait($classId: ID!, $x: Int, $y: Int) {
      setClassPortrait(classId: $classId, x: $x, y: $y) {
        id
        ...EditedClass
      }
    }
  `,
  [EditedClassFragment],
);
/** The image of a class: a still of its video or an own image, and which place of it stays in the crop of cards. */
export function ClassPoster({ found }: { found: EditedClass }) {
  const { t } = useLingui();
  const { id, poster, framing } = found;
  /** What is to be done once the editor agrees that it replaces their own image. */
  const [asked, setAsked] = useState<(() => void) | null>(null);
  const ask = (run: () => void): void => (poster.isOwn ? setAsked(() => run) : run());
  const sendImage = useImageUpload(`/studio/classes/${id}/poster`);
  const input = useRef<HTMLInputElement>(null);
  const [{ fetching: isSetting }, set] = useMutation(SetClassPoster);
  const [{ fetching: isResetting }, reset] = useMutation(ResetClassPoster);
  const [{ fetching: isCropping }, crop] = useMutation(SetClassPortrait);
  const [isSending, setSending] = useState(false);
  const [isWanted, setWanted] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const isBusy = isSetting || isResetting || isSending;
  const unsaved = t`Couldn’t save. Try again.`;
  const choose = async (atMs: number | null, x: number, y: number): Promise<void> => {
    setFault(null);
    const { error } = await set({ classId: id, atMs, x, y });
    if (error) setFault(unsaved);
  };
  const choosePortrait = async (focus: Focus | null): Promise<void> => {
    setFault(null);
    const { error } = await crop({ classId: id, x: focus?.x ?? null, y: focus?.y ?? null });
    if (error) setFault(unsaved);
  };
  const clear = async (): Promise<void> => {
    setFault(null);
    const { error } = await reset({ classId: id });
    if (error) setFault(unsaved);
  };
  // The live event of the class brings the new state.
  const upload = async (file: File): Promise<void> => {
    if (isBusy) return;
    setFault(null);
    setSending(true);
    setFault(await sendImage(file));
    setSending(false);
  };
  return (
    <section className="stack gap-2" aria-labelledby="class-poster">
      <h2 className="t3 strong" id="class-poster">{t`Image`}</h2>
      <ImageFocus
        key={poster.imageUrl}
        imageUrl={poster.imageUrl}
        alt={t`The class on its cards`}
        hint={t`Drag the image, or use the sliders, to choose what cards show.`}
        focus={poster}
        onChoose={({ x, y }) => choose(null, x, y)}
      />
      <div className="row wrap gap-2">
        <Button size="s" busy={isBusy} onClick={() => input.current?.click()}>{t`Choose an image`}</Button>
        {!isWanted && (
          <Button size="s" tone="line" onClick={() => setWanted(true)}>{t`Suggest from the video`}</Button>
        )}
        {poster.isChosen && (
          <Button
            size="s"
            tone="bare"
            busy={isBusy}
            onPointerEnter={preload}
            onFocus={preload}
            onClick={() => ask(() => void clear())}
          >
            {t`Use the video’s image`}
          </Button>
        )}
      </div>
      <h3 className="t1 strong">{t`Upright`}</h3>
      <ImageFocus
        key={`upright ${poster.imageUrl}`}
        imageUrl={poster.imageUrl}
        alt={t`The class on phones`}
        hint={t`Phones and upright link previews show this part of the image.`}
        isUpright
        focus={poster.portrait ?? proposedPortrait(poster.isChosen ? null : framing)}
        onChoose={choosePortrait}
      />
      {poster.portrait && (
        <div>
          <Button size="s" tone="bare" busy={isCropping} onClick={() => void choosePortrait(null)}>
            {t`Use the suggested position`}
          </Button>
        </div>
      )}
      {isWanted && <Proposals classId={id} onChoose={(atMs) => ask(() => void choose(atMs, 50, 50))} />}
      <FormerPosters found={found} />
      <FileInput
        ref={input}
        accept="image/jpeg,image/png,image/webp"
        label={t`Image of the class, from this device`}
        onChoose={(file) => ask(() => void upload(file))}
      />
      <p role="alert" className="hint hint-bad empty:hidden">
        {fault}
      </p>
      {asked && (
        <Suspense>
          <AskSheet
            title={t`Replace your image?`}
            action={t`Replace image`}
            onConfirm={asked}
            onClose={() => setAsked(null)}
          >
            {poster.imageUrl && (
              <div className="media">
                <img src={poster.imageUrl} alt={t`Current image`} />
              </div>
            )}
          </AskSheet>
        </Suspense>
      )}
    </section>
  );
}

function Proposals({ classId, onChoose }: { classId: string; onChoose: (atMs: number) => void }) {
  const { t } = useLingui();
  const [{ data, error }, again] = useQuery({ query: PosterProposals, variables: { classId } });
  if (error)
    return (
      <div className="row wrap gap-2" role="alert">
        <p className="hint-bad">{t`Couldn’t load the suggestions.`}</p>
        <Button size="s" onClick={() => again({ requestPolicy: "network-only" })}>{t`Try again`}</Button>
      </div>
    );
  if (!data) return <p role="status" className="t1 muted">{t`Looking for sharp images in the video`}</p>;
  if (data.posterProposals.length === 0)
    return <p role="status" className="t1 muted">{t`No suggestions. The video is too dark or too short.`}</p>;
  return (
    <ul className="poster-proposals">
      {data.posterProposals.map(({ atMs, imageUrl }) => (
        <li key={atMs}>
          <button
            type="button"
            aria-label={t`Use the image at ${formatDuration(atMs)}`}
            onClick={() => onChoose(atMs)}
          >
            <img src={imageUrl} alt="" />
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Share of a 16:9 image that an upright crop of 4:5 shows. */
const uprightShare = 4 / 5 / (16 / 9);

/** Keeps the dancer in the middle of an upright crop, if it is known where they are. */
function proposedPortrait(framing: EditedClass["framing"]): Focus {
  const dancer = framing?.points[0]?.x ?? 0.5;
  const x = (dancer - uprightShare / 2) / (1 - uprightShare);
  return { x: Math.round(Math.min(1, Math.max(0, x)) * 100), y: 50 };
}
