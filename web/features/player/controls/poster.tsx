import { useState } from "react";
import { Picture } from "../../../ui/picture.tsx";
import type { Player } from "../engine/player.ts";
import { useFrames } from "./use-player.ts";

/** The image of the class, in place of the video until its first frame. */
export function Poster({ player, url }: { player: Player | null; url: string | null }) {
  const [isCovered, setCovered] = useState(false);
  useFrames(player, () => {
    if (player && player.picture.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA) setCovered(true);
  });
  return isCovered ? null : <Picture className="pl-poster" url={url} sizes="100vw" eager />;
}
