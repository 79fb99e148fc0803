import { paths } from "../../../lib/paths.ts";
import { stringifySearch } from "../../../lib/search-params.ts";

/** Where one goes once it is paid: to register, to the question where one heard of us, then to where one came from. */
export function nextStep({
  isRegistered,
  isSurveyed,
  next,
}: {
  isRegistered: boolean;
  isSurveyed: boolean;
  /** A path of ours. */
  next: string;
}): string {
  const survey = isSurveyed ? next : paths.survey() + stringifySearch({ next });
  return isRegistered ? survey : paths.register() + stringifySearch({ next: survey });
}
