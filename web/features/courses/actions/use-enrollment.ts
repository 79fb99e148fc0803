import { useLingui } from "@lingui/react/macro";
import { codeOf } from "../../../graphql/codes.ts";
import { useMutation } from "../../../graphql/hooks.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { showToast } from "../../../ui/toast.ts";
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

/**
 * Joins a course, or another start of it, and leaves it. A failure is announced.
 * @param onStale asks for the course again, which no longer starts on the day that was shown
 */
export function useEnrollment(
  slug: string,
  onStale: () => void,
): {
  busy: boolean;
  /** @param startsOn the start to join; null for a course without start days @returns whether it succeeded */
  join: (startsOn: string | null) => Promise<boolean>;
  leave: () => Promise<void>;
} {
  const { t } = useLingui();
  const [{ fetching: isJoining }, join] = useMutation(JoinCourse);
  const [{ fetching: isLeaving }, leave] = useMutation(LeaveCourse);
  return {
    busy: isJoining || isLeaving,
    join: async (startsOn) => {
      const { error } = await join({ slug, startsOn });
      if (!error) return true;
      const isStale = codeOf(error) === "BAD_INPUT";
      if (isStale) onStale();
      showToast(
        isStale
          ? t`You can’t join on that day anymore. Check the start days and try again.`
          : t`Couldn’t save. Try again.`,
      );
      return false;
    },
    leave: async () => {
      const { error } = await leave({ slug });
      if (error) showToast(t`Couldn’t save. Try again.`);
    },
  };
}
