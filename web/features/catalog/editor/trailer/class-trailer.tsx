import "./class-trailer.css";
import { useLingui } from "@lingui/react/macro";
import { useEffect, useRef, useState } from "react";
import { graphql } from "../../../../graphql/graphql.ts";
import { useMutation } from "../../../../graphql/hooks.ts";
import { Button } from "../../../../ui/button.tsx";
import { showToast } from "../../../../ui/toast.ts";
import { EditedClassFragment, type EditedClass } from "../edited-class.ts";
import { TrailerChooser } from "./trailer-chooser.tsx";
import type { Stretch } from "./trailer-stretch.ts";

const SetClassTrailer = graphql(
  `
    mutation SetClassTrailer($classId: ID!, $fromMs: Int!, $toMs: Int!) {
      setClassTrailer(classId: $classId, fromMs: $fromMs, toMs: $toMs) {
        id
        ...EditedClass
      }
    }
  `,
  [EditedClassFragment],
);
const RemoveClassTrailer = graphql(
  `
    mutation RemoveClassTrailer($classId: ID!) {
      removeClassTrailer(classId: $classId) {
        id
        ...EditedClass
      }
    }
  `,
  [EditedClassFragment],
);

/** The trailer of a class: what everyone may watch of it, chosen from its sound. */
export function ClassTrailer({ found }: { found: EditedClass }) {
  const { t } = useLingui();
  const { id, trailer, thumbnailImageUrl } = found;
  const [{ fetching: isSetting }, set] = useMutation(SetClassTrailer);
  const [{ fetching: isRemoving }, remove] = useMutation(RemoveClassTrailer);
  const [isOpen, setOpen] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const section = useRef<HTMLElement>(null);
  const chooser = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const returnsFocus = useRef(false);
  useEffect(() => {
    if (isOpen) chooser.current?.focus({ preventScroll: true });
    else if (returnsFocus.current) opener.current?.focus({ preventScroll: true });
    returnsFocus.current = false;
  }, [isOpen]);
  const close = (): void => {
    // Someone may have gone on to something else while it was saved.
    returnsFocus.current = section.current?.contains(document.activeElement) ?? false;
    setOpen(false);
  };
  const unsaved = t`Couldn’t save. Try again.`;
  const choose = async ({ fromMs, toMs }: Stretch): Promise<void> => {
    setFault(null);
    const { error } = await set({ classId: id, fromMs, toMs });
    if (error) return setFault(unsaved);
    close();
    showToast(t`Saved. The trailer is being rendered.`);
  };
  const clear = async (): Promise<void> => {
    setFault(null);
    const { error } = await remove({ classId: id });
    if (error) return setFault(unsaved);
    if (section.current?.contains(document.activeElement)) opener.current?.focus({ preventScroll: true });
  };
  return (
    <section className="stack gap-2" aria-labelledby="class-trailer" ref={section}>
      <h2 className="t3 strong" id="class-trailer">{t`Trailer`}</h2>
      {trailer?.url && (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- the class has captions
        <video
          className="trailer-video"
          src={trailer.url}
          controls
          playsInline
          preload="none"
          poster={thumbnailImageUrl ?? undefined}
          aria-label={t`Trailer`}
        />
      )}
      <p className="t1 muted pretty" role="status">
        {trailer === null
          ? t`Up to 15 seconds that everyone can watch, also without a plan.`
          : trailer.state === "rendering"
            ? t`The trailer is being rendered.`
            : null}
      </p>
      {trailer?.state === "failed" && (
        <div className="row wrap gap-2 t1">
          <p role="alert" className="hint-bad">{t`Couldn’t render the trailer.`}</p>
          <Button size="s" busy={isSetting} onClick={() => void choose(trailer)}>{t`Try again`}</Button>
        </div>
      )}
      {isOpen ? (
        <div role="group" aria-labelledby="class-trailer" tabIndex={-1} ref={chooser}>
          <TrailerChooser
            found={found}
            isBusy={isSetting}
            onChoose={(stretch) => void choose(stretch)}
            onClose={close}
          />
        </div>
      ) : (
        <div className="row wrap gap-2">
          <Button size="s" ref={opener} onClick={() => setOpen(true)}>
            {trailer ? t`Change the trailer` : t`Choose a trailer`}
          </Button>
          {trailer && (
            <Button size="s" tone="bare" busy={isRemoving} onClick={() => void clear()}>
              {t`Remove the trailer`}
            </Button>
          )}
        </div>
      )}
      <p role="alert" className="hint hint-bad empty:hidden">
        {fault}
      </p>
    </section>
  );
}
