import { useLingui } from "@lingui/react/macro";
import { paths } from "../../../lib/paths.ts";
import { Link } from "../../../lib/router/index.ts";

/** Links between the studio's pages of a class. */
export function ClassPages({ classId, title }: { classId: string; title: string | undefined }) {
  const { t } = useLingui();
  return (
    <>
      <Link to={paths.studioClass(classId)}>{title ?? t`Class`}</Link>
      <Link to={paths.classFigures(classId)}>{t`Figures`}</Link>
      <Link to={paths.loops(classId)}>{t`Loop heatmap`}</Link>
      <Link to={paths.beat(classId)}>{t`Tempo and counts`}</Link>
    </>
  );
}
