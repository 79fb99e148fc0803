import { useLingui } from "@lingui/react/macro";

type Lack = "film" | "transcode" | "parts";

/** What a class still lacks, as an editor reads it. @param encodingPercent of the transcode; null when none runs */
export function useLackWords(): (lack: Lack, encodingPercent: number | null) => string {
  const { t } = useLingui();
  return (lack, encodingPercent) => {
    switch (lack) {
      case "film":
        return t`A film from the front`;
      case "transcode":
        return encodingPercent === null
          ? t`A film that is prepared`
          : t`Being prepared: ${encodingPercent} %`;
      case "parts":
        return t`A part at least`;
    }
  };
}
