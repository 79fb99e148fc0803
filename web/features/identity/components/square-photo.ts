/** Pixels on each side of what is sent. */
const side = 1024;

/**
 * Cuts the middle of a picture to a square, upright, as small as it needs to be: what is sent holds no place and no camera.
 * @returns null when the browser can't read it
 */
export async function squarePhoto(file: Blob): Promise<Blob | null> {
  let picture: ImageBitmap;
  try {
    picture = await createImageBitmap(file, { imageOrientation: "from-image" });
  } catch {
    return null;
  }
  const canvas = document.createElement("canvas");
  const cut = Math.min(picture.width, picture.height);
  canvas.width = canvas.height = Math.min(side, cut);
  const { width, height } = canvas;
  const pen = canvas.getContext("2d");
  if (pen) {
    // What one sees through would turn black.
    pen.fillStyle = "white";
    pen.fillRect(0, 0, width, height);
    pen.drawImage(
      picture,
      (picture.width - cut) / 2,
      (picture.height - cut) / 2,
      cut,
      cut,
      0,
      0,
      width,
      height,
    );
  }
  picture.close();
  return new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", 0.9));
}
