import type { ReactNode } from "react";
import type { ResultOf } from "../../../graphql/graphql.ts";
import type { ClassSummaryFragment } from "./class-summary.ts";
import { InstructorFace } from "./instructor-face.tsx";
import { useClassLabels } from "./labels.ts";

type ClassBylineProps = {
  studioClass: Pick<ResultOf<typeof ClassSummaryFragment>, "instructor" | "level" | "styleV2">;
  /** It is in the first view of its page. */
  eager?: boolean;
  /** Further facts, each a `span`. */
  children?: ReactNode;
};

/** Who teaches a class, with the face, and what it is. */
export function ClassByline({ studioClass, eager = false, children }: ClassBylineProps) {
  const { level } = useClassLabels();
  const { instructor, styleV2 } = studioClass;
  return (
    <div className="by">
      <InstructorFace url={instructor.faceURL} eager={eager} />
      <p className="facts">
        <span>
          <bdi>{instructor.name}</bdi>
        </span>
        <span>{styleV2.name}</span>
        <span>{level(studioClass.level)}</span>
        {children}
      </p>
    </div>
  );
}
