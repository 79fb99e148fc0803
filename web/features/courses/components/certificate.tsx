import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { formatMonthDayYear } from "../../../lib/formats.ts";
import { paths } from "../../../lib/paths.ts";
import { Link } from "../../../lib/router/index.ts";
import { usePatientPolling } from "../../../lib/use-patient-polling.ts";
import { CertificateCard } from "./certificate-card.tsx";

type CertificateProps = {
  /** The dancer's name; null for a guest. */
  name: string | null;
  course: {
    title: string;
    instructors: readonly { slug: string; name: string }[];
    certificateId: string | null;
  };
  classes: readonly { isCompleted: boolean; studioClass: { video: { durationInMs: number } } }[];
  completedAt: string | null;
  /** Asks for the course again. */
  onAsk: () => void;
};

/** The certificate of a course. It shows from the start, with what is missing; later it leads to the one that is kept. */
export function Certificate({ name, course, classes, completedAt, onAsk }: CertificateProps) {
  const { t } = useLingui();
  // The server makes it shortly after the last class.
  usePatientPolling(completedAt !== null && course.certificateId === null, onAsk);
  const left = classes.filter(({ isCompleted }) => !isCompleted).length;
  return (
    <section className="sec split" aria-labelledby="certificate">
      <CertificateCard
        name={name}
        title={course.title}
        instructors={course.instructors.map((one) => one.name)}
        classCount={classes.length}
        durationInMs={classes.reduce((sum, one) => sum + one.studioClass.video.durationInMs, 0)}
        note={
          completedAt
            ? formatMonthDayYear(new Date(completedAt))
            : plural(left, { one: "# class to go", other: "# classes to go" })
        }
      />
      <div className="stack">
        <h2 className="d2" id="certificate">{t`Your certificate`}</h2>
        <p className="muted pretty">{t`You get it, and a badge, when you complete every class.`}</p>
        {course.certificateId && (
          <div className="row wrap">
            <Link className="btn" to={paths.certificate(course.certificateId)}>{t`Open certificate`}</Link>
          </div>
        )}
      </div>
    </section>
  );
}
