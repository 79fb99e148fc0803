import { useLingui } from "@lingui/react/macro";
import type { SongRights } from "../../../../contract/song-rights.ts";

/** What a studio knows of its right to use a song, in words. */
export function useRightsLabels(): Record<SongRights, string> {
  const { t } = useLingui();
  return {
    licensed: t`Licensed`,
    own: t`Our own`,
    royalty_free: t`Royalty-free`,
    unclear: t`Unclear`,
  };
}
