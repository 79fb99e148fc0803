/** Edge length of the uploaded image in pixels. */
const side = 1024;

/**
 * Crops an image to its central square, upright and scaled down. The upload has no location or camera
 * metadata.
 *
 * @returns null if the browser can't decode it
 */
export async function squarePhoto(file: Blob): Promise<Blob | null> {
  let bitmap: ImageBitmap;
  try {
    bitmap = await createImageBitmap(file, { imageOrientation: "from-image" });
  } catch {
    return null;
  }
  const canvas = document.createElement("canvas");
  const cut = Math.min(bitmap.width, bitmap.height);
  canvas.width = canvas.height = Math.min(side, cut);
  const { width, height } = canvas;
  const context = canvas.getContext("2d");
  if (context) {
    // Transparent areas would turn black.
    context.fillStyle = "white";
    context.fillRect(0, 0, width, height);
    context.drawImage(
      bitmap,
      (bitmap.width - cut) / 2,
      (bitmap.height - cut) / 2,
      cut,
      cut,
      0,
      0,
      width,
      height,
    );
  }
  bitmap.close();
  return new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", 0.9));
}
