import { useLingui } from "@lingui/react/macro";
import { Check } from "lucide-react";
import { graphql, readFragment, type FragmentOf } from "../../../graphql/graphql.ts";
import { paths } from "../../../lib/paths.ts";
import { Link } from "../../../lib/router/index.ts";
import { Icon } from "../../../ui/icon.tsx";

/** The course that is recommended before one. */
export const PrerequisiteFragment = graphql(`
  fragment Prerequisite on Course {
    slug
    title
    isCompleted
  }
`);

/** The course to do first, and whether the viewer completed it. */
export function Prerequisite({ course }: { course: FragmentOf<typeof PrerequisiteFragment> }) {
  const { t } = useLingui();
  const { slug, title, isCompleted } = readFragment(PrerequisiteFragment, course);
  return (
    <p className="t1 muted">
      <Link className="link" to={paths.course(slug)}>{t`Best after ${title}`}</Link>
      {isCompleted && (
        <>
          {" "}
          <span className="nowrap">
            <Icon of={Check} size="s" /> {t`Completed`}
          </span>
        </>
      )}
    </p>
  );
}
