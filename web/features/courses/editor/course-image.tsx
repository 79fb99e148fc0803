import { useLingui } from "@lingui/react/macro";
import { useId, useRef, useState } from "react";
import { graphql } from "../../../graphql/graphql.ts";
import { useMutation, type CombinedError } from "../../../graphql/hooks.ts";
import { Button } from "../../../ui/button.tsx";
import { FileInput } from "../../../ui/file-input.tsx";
import { Picture } from "../../../ui/picture.tsx";
import { Select } from "../../../ui/select.tsx";
import { ImageFocus } from "../../catalog/public/image-focus.tsx";
import { useImageUpload } from "../../catalog/public/use-image-upload.ts";
import { EditedCourseFragment, type EditedCourse } from "./edited-course.ts";

const SetCourseImageFocus = graphql(
  `
    mutation SetCourseImageFocus($id: ID!, $x: Int!, $y: Int!) {
      setCourseImageFocus(id: $id, x: $x, y: $y) {
        id
        ...EditedCourse
      }
    }
  `,
  [EditedCourseFragment],
);
const SetCourseImageClass = graphql(
  `
    mutation SetCourseImageClass($id: ID!, $classId: ID) {
      setCourseImageClass(id: $id, classId: $classId) {
        id
        ...EditedCourse
      }
    }
  `,
  [EditedCourseFragment],
);

type CourseImageProps = {
  /** As it is saved. */
  course: EditedCourse;
  /** Reads the course again. */
  onUploaded: () => void;
};

/** The image of a course: one of its own, with the part of it that crops keep, or that of one of its classes. Saved at once. */
export function CourseImage({ course: { id, image, classes }, onUploaded }: CourseImageProps) {
  const { t } = useLingui();
  const headingId = useId();
  const input = useRef<HTMLInputElement>(null);
  const section = useRef<HTMLElement>(null);
  const chooser = useRef<HTMLButtonElement>(null);
  const sendImage = useImageUpload(`/studio/courses/${id}/image`);
  const [{ fetching: isTaking }, takeOfClass] = useMutation(SetCourseImageClass);
  const [{ fetching: isMoving }, setFocus] = useMutation(SetCourseImageFocus);
  const [isSending, setSending] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const isBusy = isTaking || isSending || isMoving;
  const show = ({ error }: { error?: CombinedError | undefined }): void =>
    setFault(error ? t`Couldn’t save. Try again.` : null);
  const upload = async (file: File): Promise<void> => {
    if (isBusy) return;
    setSending(true);
    const refused = await sendImage(file);
    setFault(refused);
    setSending(false);
    if (refused === null) onUploaded();
  };
  const takeImageOf = async (classId: string | null): Promise<void> => {
    if (isBusy) return;
    const result = await takeOfClass({ id, classId });
    // The button for it goes with the image.
    if (classId === null && section.current?.contains(document.activeElement))
      chooser.current?.focus({ preventScroll: true });
    show(result);
  };
  const shown = classes.filter(({ studioClass }) => studioClass);
  return (
    <section className="stack course-image" aria-labelledby={headingId} ref={section}>
      <h2 className="t3" id={headingId}>{t`Image`}</h2>
      {image.imageUrl ? (
        <ImageFocus
          key={image.imageUrl}
          imageUrl={image.imageUrl}
          alt={t`The course on its cards`}
          hint={t`Drag the image, or use the sliders, to choose what cards show.`}
          focus={image}
          onChoose={async ({ x, y }) => show(await setFocus({ id, x, y }))}
        />
      ) : (
        <>
          {image.thumbnailImageUrl && (
            <div className="media">
              <Picture url={image.thumbnailImageUrl} alt={t`The course on its cards`} sizes="36rem" />
            </div>
          )}
          {shown.length > 1 && (
            <Select
              label={t`Class whose image it shows`}
              value={image.classId ?? shown[0]!.classId}
              options={shown.map(({ classId, title }) => ({ value: classId, label: title ?? "" }))}
              onChoose={(classId) => void takeImageOf(classId)}
            />
          )}
        </>
      )}
      <div className="row wrap gap-2">
        <Button
          size="s"
          ref={chooser}
          busy={isSending}
          onClick={() => input.current?.click()}
        >{t`Choose an image`}</Button>
        {image.imageUrl && (
          <Button size="s" tone="bare" busy={isTaking} onClick={() => void takeImageOf(null)}>
            {t`Use a class’s image`}
          </Button>
        )}
      </div>
      <FileInput
        ref={input}
        accept="image/jpeg,image/png,image/webp"
        label={t`Image of the course, from this device`}
        onChoose={(file) => void upload(file)}
      />
      <p role="alert" className="hint hint-bad empty:hidden">
        {fault}
      </p>
    </section>
  );
}
