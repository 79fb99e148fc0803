import { useLingui } from "@lingui/react/macro";
import { useMutation } from "../../../graphql/hooks.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { showToast } from "../../../ui/toast.tsx";
import { CourseProgressFragment } from "../components/course-progress.ts";

const JoinCourse = graphql(
  `
    mutation JoinCourse($slug: String!) {
      joinCourse(slug: $slug) {
        id
        ...CourseProgress
      }
    }
  `,
  [CourseProgressFragment],
);
const LeaveCourse = graphql(
  `
    mutation LeaveCourse($slug: String!) {
      leaveCourse(slug: $slug) {
        id
        ...CourseProgress
      }
    }
  `,
  [CourseProgressFragment],
);

/** Joins or leaves a course. A failure is announced. */
export function useEnrollment(slug: string): { busy: boolean; change: (join: boolean) => Promise<void> } {
  const { t } = useLingui();
  const [{ fetching: isJoining }, join] = useMutation(JoinCourse);
  const [{ fetching: isLeaving }, leave] = useMutation(LeaveCourse);
  return {
    busy: isJoining || isLeaving,
    change: async (isJoin) => {
      const { error } = await (isJoin ? join({ slug }) : leave({ slug }));
      if (error) showToast(t`Couldn’t save. Try again.`);
    },
  };
}
