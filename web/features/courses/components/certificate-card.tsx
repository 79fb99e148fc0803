import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { formatList } from "../../../../contract/formats/names.ts";
import { minutesOf } from "../../../lib/formats.ts";
import { studio } from "../../../lib/studio.ts";

type CertificateCardProps = {
  /** The dancer's name; null for a guest. */
  name: string | null;
  title: string;
  instructors: readonly string[];
  /** 0 leaves classes and minutes out. */
  classCount: number;
  durationInMs: number;
  /** The day on which the course was completed, or what is missing. */
  note: string;
};

/** A certificate, as it is shown and printed. */
export function CertificateCard({
  name,
  title,
  instructors,
  classCount,
  durationInMs,
  note,
}: CertificateCardProps) {
  const { t, i18n } = useLingui();
  const minutes = minutesOf(durationInMs);
  const names = formatList(instructors, { locale: i18n.locale });
  return (
    <div className="course-cert">
      <p className="strong">
        <bdi>{studio.name}</bdi>
      </p>
      <p className="d2">
        <bdi>{name ?? t`Your name`}</bdi>
      </p>
      <p className="pretty">
        {instructors.length > 0 ? t`Completed “${title}” with ${names}.` : t`Completed “${title}”.`}
      </p>
      {classCount > 0 && (
        <p className="muted tn">
          {plural(classCount, { one: `# class, ${minutes} min`, other: `# classes, ${minutes} min` })}
        </p>
      )}
      <p className="t1 muted">{note}</p>
    </div>
  );
}
