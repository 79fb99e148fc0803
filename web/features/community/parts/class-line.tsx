import { useLingui } from "@lingui/react/macro";
import { ChevronRight } from "lucide-react";
import { paths } from "../../../lib/paths.ts";
import { Link } from "../../../lib/router/index.ts";
import { Icon } from "../../../ui/icon.tsx";
import { Picture } from "../../../ui/picture.tsx";

/** The class that a post is about. */
export function ClassLine({
  studioClass: { classId, title, thumbnailImageUrl },
}: {
  studioClass: { classId: string; title: string; thumbnailImageUrl: string };
}) {
  const { t } = useLingui();
  return (
    <Link className="class-line" to={paths.studioClass(classId)}>
      <span className="media">
        <Picture url={thumbnailImageUrl} sizes="6rem" />
      </span>
      <span>
        <span className="t1 muted">{t`From the class`}</span>
        <br />
        <span className="strong">{title}</span>
      </span>
      <Icon of={ChevronRight} />
    </Link>
  );
}
