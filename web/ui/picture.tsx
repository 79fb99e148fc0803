import { useState } from "react";

type PictureProps = {
  /** Ends in -1280.webp, with variants of 640 and 320; a URL of another form has no variants. */
  url: string | null;
  /** Empty if the text next to the image describes it. */
  alt?: string;
  /** The `sizes` attribute of HTML. */
  sizes: string;
  /** Which place narrow crops keep, as CSS writes a position from the left; null: as the box says. */
  focus?: string | null | undefined;
  /** The LCP image of the page: loaded at once, not lazily. */
  eager?: boolean;
  className?: string;
};

/** An image of the catalog in the size that its place needs. If it fails to load, the plain surface remains. */
export function Picture({ url, alt = "", sizes, focus = null, eager = false, className }: PictureProps) {
  const [missing, setMissing] = useState<string | null>(null);
  if (!url || missing === url) return alt ? <span className="sr-only">{alt}</span> : null;
  const base = /^(.*)-1280\.webp$/.exec(url)?.[1];
  return (
    <img
      // No style attribute: the policy of pages forbids it in their HTML.
      ref={focus ? (image) => image?.style.setProperty("--x", focus) : undefined}
      {...(base
        ? {
            src: `${base}-640.webp`,
            srcSet: `${base}-320.webp 320w, ${base}-640.webp 640w, ${base}-1280.webp 1280w`,
            sizes,
          }
        : { src: url })}
      alt={alt}
      width={1280}
      height={720}
      loading={eager ? undefined : "lazy"}
      fetchPriority={eager ? "high" : undefined}
      decoding="async"
      className={className}
      onError={() => setMissing(url)}
    />
  );
}
