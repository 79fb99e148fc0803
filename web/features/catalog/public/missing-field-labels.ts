import { useLingui } from "@lingui/react/macro";
import { mainAngle, type AngleKey } from "../../../../contract/angles.ts";

type Lacking = {
  readonly lacks: readonly ("film" | "transcode" | "parts" | "counts")[];
  readonly sourceVideos: readonly { readonly angle: AngleKey; readonly state: string }[];
};

/** Labels of missing fields, to be read after “it lacks”. */
export function useMissingFieldLabels(): (found: Lacking) => string[] {
  const { t } = useLingui();
  return ({ lacks, sourceVideos }) => {
    const main = sourceVideos.find(({ angle }) => angle === mainAngle);
    const videoLabel = (): string => {
      if (lacks.includes("film")) return t`front video`;
      if (main?.state === "refused") return t`readable video`;
      return main?.state === "sending" ? t`the rest of the video upload` : t`processed video`;
    };
    return [
      ...(lacks.includes("transcode") ? [videoLabel()] : []),
      ...(lacks.includes("parts") ? [t`at least one part`] : []),
      ...(lacks.includes("counts") ? [t`confirmed counts`] : []),
    ];
  };
}
