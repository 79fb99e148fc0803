import { useLingui } from "@lingui/react/macro";

type Lacking = {
  readonly lacks: readonly ("film" | "transcode" | "parts")[];
  /** Of the transcode; null when none runs. */
  readonly encodingPercent: number | null;
  readonly front: { readonly state: string } | null;
};

/** What a class still lacks, as an editor reads it. */
export function useLackWords(): (found: Lacking) => string[] {
  const { t } = useLingui();
  return ({ lacks, encodingPercent, front }) => {
    const film = (): string => {
      if (lacks.includes("film")) return t`A film from the front`;
      if (front?.state === "refused") return t`A film that can be read`;
      if (front?.state === "sending") return t`The rest of its film`;
      return encodingPercent === null ? t`Its film, prepared` : t`Its film, prepared: ${encodingPercent} %`;
    };
    return [
      ...(lacks.includes("transcode") ? [film()] : []),
      ...(lacks.includes("parts") ? [t`A part at least`] : []),
    ];
  };
}
