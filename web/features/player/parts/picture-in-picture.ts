import type { Player } from "../core/player.ts";

/** Floats the picture over other windows, or takes it back. Where the browser refuses, all stays as it was. */
export async function togglePictureInPicture(player: Player): Promise<void> {
  try {
    if (document.pictureInPictureElement) return await document.exitPictureInPicture();
    player.setPictureInPicture(true);
    const { picture } = player;
    picture.addEventListener("leavepictureinpicture", () => player.setPictureInPicture(false), {
      once: true,
    });
    await picture.requestPictureInPicture();
  } catch {
    player.setPictureInPicture(false);
  }
}
