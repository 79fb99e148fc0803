import { paths } from "../../../lib/paths.ts";
import { stringifySearch } from "../../../lib/search-params.ts";

/** Next page after payment: registration, the referral question, then the return target. */
export function nextStep({
  isRegistered,
  isSurveyed,
  next,
}: {
  isRegistered: boolean;
  isSurveyed: boolean;
  /** A path of this app. */
  next: string;
}): string {
  const survey = isSurveyed ? next : paths.survey() + stringifySearch({ next });
  return isRegistered ? survey : paths.register() + stringifySearch({ next: survey });
}
