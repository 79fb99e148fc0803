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
      if (lacks.includes("film")) return t`a film from the front`;
      if (front?.state === "refused") return t`a film that can be read`;
      return front?.state === "sending" ? t`the rest of its film` : t`the preparation of its film`;
    };
    return [
      ...(lacks.includes("transcode") ? [videoLabel()] : []),
      ...(lacks.includes("parts") ? [t`a part at least`] : []),
    ];
  };
}
