/** What the studio's brand consists of besides its name and accent color. Logos are for a light and for a dark ground. */
export const brandKinds = ["logo-light", "logo-dark", "icon", "share"] as const;
export type BrandKind = (typeof brandKinds)[number];

/** A file that is made of an uploaded image. Sizes in pixels. */
interface BrandFile {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  /** `contain`: transparent around it. `tile`: on an opaque ground, within the middle `scale` of it. `cover`: cropped. */
  readonly fit: "shrink" | "contain" | "tile" | "cover";
  readonly scale?: number;
}

interface BrandRules {
  /** Of the uploaded file. */
  readonly maxBytes: number;
  /** Shorter sides look blurred. */
  readonly minSide: number;
  readonly files: readonly BrandFile[];
}

const kibibyte = 1024;
// At four times the height that pages show, for sharp screens and large text.
const logo = { width: 640, height: 128, fit: "shrink" } as const;

export const brandRules: Readonly<Record<BrandKind, BrandRules>> = {
  "logo-light": { maxBytes: 512 * kibibyte, minSide: 32, files: [{ name: "logo-light.png", ...logo }] },
  "logo-dark": { maxBytes: 512 * kibibyte, minSide: 32, files: [{ name: "logo-dark.png", ...logo }] },
  icon: {
    maxBytes: 512 * kibibyte,
    minSide: 192,
    files: [
      { name: "favicon.png", width: 64, height: 64, fit: "contain" },
      { name: "apple-touch-icon.png", width: 180, height: 180, fit: "tile", scale: 0.84 },
      { name: "icon-192.png", width: 192, height: 192, fit: "contain" },
      { name: "icon-512.png", width: 512, height: 512, fit: "contain" },
      // Systems crop it to a circle of four fifths.
      { name: "icon-maskable-512.png", width: 512, height: 512, fit: "tile", scale: 0.6 },
    ],
  },
  share: {
    maxBytes: 5 * kibibyte * kibibyte,
    minSide: 600,
    files: [{ name: "share.png", width: 1200, height: 630, fit: "cover" }],
  },
};

/** Of all kinds, in bytes. */
export const maxBrandBytes = Math.max(...Object.values(brandRules).map(({ maxBytes }) => maxBytes));
