import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { formatList } from "../../../../contract/formats/names.ts";
import { formatMonthDayYear, minutesOf } from "../../../lib/formats.ts";
import { studio } from "../../../lib/studio.ts";
import { ShareButton } from "../../../layouts/share-button.tsx";
import { paths } from "../../../lib/paths.ts";

type CertificateProps = {
  /** The dancer's name; null for a guest. */
  name: string | null;
  course: { slug: string; title: string; instructors: readonly { slug: string; name: string }[] };
  classes: readonly {
    isCompleted: boolean;
    eights: number;
    studioClass: { video: { durationInMs: number } };
  }[];
  completedAt: string | null;
};

/** The certificate of a course, which is printed alone. It shows from the start, with what is missing. */
export function Certificate({ name, course, classes, completedAt }: CertificateProps) {
  const { t, i18n } = useLingui();
  const owner = name ?? t`Your name`;
  const { title } = course;
  const left = classes.filter(({ isCompleted }) => !isCompleted).length;
  const minutes = minutesOf(classes.reduce((sum, one) => sum + one.studioClass.video.durationInMs, 0));
  const eights = classes.reduce((sum, one) => sum + one.eights, 0);
  const instructors = formatList(
    course.instructors.map((one) => one.name),
    { locale: i18n.locale },
  );
  const day = completedAt && formatMonthDayYear(new Date(completedAt));
  return (
    <section className="sec split" aria-labelledby="certificate">
      <div className="course-cert" data-done={completedAt ? true : undefined}>
        <p className="strong">
          <bdi>{studio.name}</bdi>
        </p>
        <p className="d2">
          <bdi>{owner}</bdi>
        </p>
        <p className="pretty">{t`Completed “${title}” with ${instructors}.`}</p>
        <p className="muted tn">
          {plural(classes.length, { one: "# class", other: "# classes" })}
          {", "}
          {t`${minutes} min`}
          {", "}
          {plural(eights, { one: "# eight", other: "# eights" })}
        </p>
        <p className="t1 muted">{day ?? plural(left, { one: "# class to go", other: "# classes to go" })}</p>
      </div>
      <div className="stack">
        <h2 className="d2" id="certificate">{t`Your certificate`}</h2>
        <p className="muted pretty">{t`You get it, and a badge, when you complete every class.`}</p>
        {completedAt && (
          <div className="row wrap">
            <button
              type="button"
              className="btn"
              onClick={() => window.print()}
            >{t`Print certificate`}</button>
            <ShareButton title={course.title} path={paths.course(course.slug)} />
          </div>
        )}
      </div>
    </section>
  );
}
