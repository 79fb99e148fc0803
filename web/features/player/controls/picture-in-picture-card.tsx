import "../styles/away.css";
import { useLingui } from "@lingui/react/macro";
import { PictureInPicture2 } from "lucide-react";
import type { Player } from "../engine/player.ts";
import { togglePictureInPicture } from "./picture-in-picture.ts";

/** Shown in place of a video that plays in a window of its own. */
export function PictureInPictureCard({ player }: { player: Player }) {
  const { t } = useLingui();
  return (
    <div className="pl-away">
      <PictureInPicture2 className="ic" aria-hidden="true" />
      <p className="d2">{t`The video plays in its own window`}</p>
      <button type="button" className="btn btn-s btn-pic" onClick={() => void togglePictureInPicture(player)}>
        {t`Bring it back`}
      </button>
    </div>
  );
}
