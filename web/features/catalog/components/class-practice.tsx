import { ClassMastery } from "../../player/public/class-mastery.tsx";
import { ClassRatingSection } from "../../practice/public/class-rating.tsx";

/** How the viewer has practiced a class: the parts that they know, and their rating. */
export function ClassPractice({ id }: { id: string }) {
  return (
    <>
      <ClassMastery id={id} />
      <ClassRatingSection id={id} />
    </>
  );
}
