/** Image header, read before anything decodes the image. */
export interface ImageProperties {
  readonly format: "jpeg" | "png" | "webp";
  /** Pixels, as stored. */
  readonly width: number;
  readonly height: number;
  /** EXIF orientation: 1 upright, 3 upside down, 6 and 8 rotated sideways, the others mirrored. */
  readonly orientation: number;
  /** The image is animated. */
  readonly isAnimated: boolean;
}

type Found = Omit<ImageProperties, "format">;

/**
 * Reads the header of a JPEG, PNG or WebP, detected by content and not by name.
 * @returns null for other content, or if it ends before the size
 */
export function readImage(content: Uint8Array): ImageProperties | null {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  try {
    const found = (format: ImageProperties["format"], read: (bytes: Buffer) => Found | null) => {
      const facts = read(bytes);
      return facts && facts.width > 0 && facts.height > 0 ? { format, ...facts } : null;
    };
    if (bytes.subarray(0, 3).equals(Buffer.of(0xff, 0xd8, 0xff))) return found("jpeg", readJpeg);
    if (bytes.subarray(0, 8).equals(Buffer.from("\x89PNG\r\n\x1a\n", "latin1"))) return found("png", readPng);
    const isWebp = bytes.toString("latin1", 0, 4) === "RIFF" && bytes.toString("latin1", 8, 12) === "WEBP";
    return isWebp ? found("webp", readWebp) : null;
  } catch (error) {
    // The header is truncated.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** JPEG segments of 0xff, marker and length, up to the frame header that holds the size. */
function readJpeg(bytes: Buffer): Found | null {
  let orientation = 1;
  for (let at = 2; ;) {
    if (bytes.readUInt8(at) !== 0xff) return null;
    const kind = bytes.readUInt8(at + 1);
    // Fill bytes before a marker.
    if (kind === 0xff) {
      at += 1;
      continue;
    }
    const length = bytes.readUInt16BE(at + 2);
    const isFrame = kind >= 0xc0 && kind <= 0xcf && kind !== 0xc4 && kind !== 0xc8 && kind !== 0xcc;
    if (isFrame)
      return {
        height: bytes.readUInt16BE(at + 5),
        width: bytes.readUInt16BE(at + 7),
        orientation,
        isAnimated: false,
      };
    if (kind === 0xda || length < 2) return null;
    if (kind === 0xe1) orientation = orientationIn(bytes.subarray(at + 4, at + 2 + length)) ?? orientation;
    at += 2 + length;
  }
}

/** PNG chunks of length, type, data and CRC. EXIF may follow the pixels. */
function readPng(bytes: Buffer): Found | null {
  if (bytes.toString("latin1", 12, 16) !== "IHDR") return null;
  const size = { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
  let [orientation, isAnimated] = [1, false];
  for (let at = 8; at + 8 <= bytes.length; at += 12 + bytes.readUInt32BE(at)) {
    const name = bytes.toString("latin1", at + 4, at + 8);
    if (name === "acTL") isAnimated = true;
    if (name === "eXIf")
      orientation = orientationIn(bytes.subarray(at + 8, at + 8 + bytes.readUInt32BE(at))) ?? orientation;
  }
  return { ...size, orientation, isAnimated };
}

/** RIFF chunks of type, length and padded data. The first one gives the WebP variant. */
function readWebp(bytes: Buffer): Found | null {
  let size: { width: number; height: number } | null = null;
  let [orientation, isAnimated] = [1, false];
  for (let at = 12; at + 8 <= bytes.length;) {
    const name = bytes.toString("latin1", at, at + 4);
    const length = bytes.readUInt32LE(at + 4);
    const held = bytes.subarray(at + 8, at + 8 + length);
    if (name === "VP8X") {
      size = { width: held.readUIntLE(4, 3) + 1, height: held.readUIntLE(7, 3) + 1 };
      isAnimated = (held.readUInt8(0) & 2) !== 0;
    } else if (name === "VP8 ")
      size ??= { width: held.readUInt16LE(6) & 0x3fff, height: held.readUInt16LE(8) & 0x3fff };
    else if (name === "VP8L") {
      const packed = held.readUInt32LE(1);
      size ??= { width: (packed & 0x3fff) + 1, height: ((packed >>> 14) & 0x3fff) + 1 };
    } else if (name === "ANIM") isAnimated = true;
    else if (name === "EXIF") orientation = orientationIn(held) ?? orientation;
    at += 8 + length + (length % 2);
  }
  return size && { ...size, orientation, isAnimated };
}

/** Orientation in an EXIF block; null if absent. */
function orientationIn(block: Buffer): number | null {
  const start = block.toString("latin1", 0, 6) === "Exif\0\0" ? 6 : 0;
  const tiff = block.subarray(start);
  const order = tiff.toString("latin1", 0, 4);
  if (order !== "MM\0*" && order !== "II*\0") return null;
  const read16 = (at: number) => (order === "MM\0*" ? tiff.readUInt16BE(at) : tiff.readUInt16LE(at));
  const read32 = (at: number) => (order === "MM\0*" ? tiff.readUInt32BE(at) : tiff.readUInt32LE(at));
  try {
    const first = read32(4);
    for (let entry = 0; entry < read16(first); entry += 1) {
      const at = first + 2 + entry * 12;
      if (read16(at) !== 0x0112) continue;
      const value = read16(at + 8);
      return value >= 1 && value <= 8 ? value : null;
    }
    return null;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
