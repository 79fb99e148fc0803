import { useLingui } from "@lingui/react/macro";

type Lacking = {
  readonly lacks: readonly ("film" | "transcode" | "parts")[];
  readonly front: { readonly state: string } | null;
};

/** Labels of missing fields, to be read after “it lacks”. */
export function useMissingFieldLabels(): (found: Lacking) => string[] {
  const { t } = useLingui();
  return ({ lacks, front }) => {
    const videoLabel = (): string => {
      if (lacks.includes("film")) return t`front video`;
      if (front?.state === "refused") return t`readable video`;
      return front?.state === "sending" ? t`the rest of the video upload` : t`processed video`;
    };
    return [
      ...(lacks.includes("transcode") ? [videoLabel()] : []),
      ...(lacks.includes("parts") ? [t`at least one part`] : []),
    ];
  };
}
