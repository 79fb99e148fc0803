import { useLingui } from "@lingui/react/macro";
import { codeOf } from "../../../graphql/codes.ts";
import { useMutation } from "../../../graphql/hooks.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { showToast } from "../../../ui/toast.tsx";
import { CourseProgressFragment } from "../components/course-progress.ts";

const JoinCourse = graphql(
  `
    mutation JoinCourse($slug: String!, $startsOn: String) {
      joinCourse(slug: $slug, startsOn: $startsOn) {
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

/** Joins a course, or another start of it, and leaves it. A failure is announced. */
export function useEnrollment(slug: string): {
  busy: boolean;
  /** @param startsOn the start to join; null: the next one */
  join: (startsOn: string | null) => Promise<void>;
  leave: () => Promise<void>;
} {
  const { t } = useLingui();
  const [{ fetching: isJoining }, join] = useMutation(JoinCourse);
  const [{ fetching: isLeaving }, leave] = useMutation(LeaveCourse);
  return {
    busy: isJoining || isLeaving,
    join: async (startsOn) => {
      const { error } = await join({ slug, startsOn });
      if (!error) return;
      showToast(
        codeOf(error) === "BAD_INPUT"
          ? t`You can’t join on that day any more. Reload the page to see the start days.`
          : t`Couldn’t save. Try again.`,
      );
    },
    leave: async () => {
      const { error } = await leave({ slug });
      if (error) showToast(t`Couldn’t save. Try again.`);
    },
  };
}
