import { useLingui } from "@lingui/react/macro";
import { paths } from "../../../lib/paths.ts";
import { Link } from "../../../lib/router/index.ts";

type Named = Record<"instructor" | "style" | "section", readonly unknown[]>;

/** Lists what the library lacks before a class can be created. */
export function MissingLibrary({ named }: { named: Named }) {
  const { t } = useLingui();
  const lacking = [
    named.instructor.length === 0 && t`No instructors yet.`,
    named.style.length === 0 && t`No styles yet.`,
    named.section.length === 0 && t`No sections yet.`,
  ].filter((one) => one !== false);
  if (lacking.length === 0) return null;
  return (
    <p className="edit-note">
      {lacking.join(" ")}{" "}
      <Link className="link" to={paths.studioLibrary()}>
        {t`Add it in the library first. What you type here stays.`}
      </Link>
    </p>
  );
}
