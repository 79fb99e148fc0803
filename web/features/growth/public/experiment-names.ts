import { t } from "@lingui/core/macro";
import type { EnumValue } from "../../../graphql/graphql.ts";

type Subject = EnumValue<"ExperimentSubject">;

/** What experiments vary. */
export const experimentSubjects = (): Record<Subject, string> => ({
  landing_hero: t`Top of the landing page`,
  checkout_interval: t`Preselected plan at checkout`,
  onboarding_order: t`Order of the first questions`,
});

/** What experiments are to bring more people to. */
export const experimentGoals = (): Record<EnumValue<"ExperimentGoal">, string> => ({
  registered: t`Signed up`,
  trial: t`Started a trial`,
  paid: t`Paid`,
  danced: t`Completed a class`,
});

/** What an experiment is called: one of the first release has no name, and one that apps know has an id alone. */
export const experimentName = ({
  name,
  id,
  subject,
}: {
  name: string | null;
  id: string;
  subject: Subject | null;
}): string => name ?? (subject ? experimentSubjects()[subject] : id);
