import { useState } from "react";
import { classNames } from "./class-names.ts";

type PictureProps = {
  /** Ends in -1280.webp and has siblings of 640 and 320; a URL of another form stands alone. */
  url: string | null;
  /** Empty where the words beside it say what it shows. */
  alt?: string;
  /** How wide it stands at which window, as in HTML. */
  sizes: string;
  /** The picture that the page opens with: asked for first, not when it comes into view. */
  eager?: boolean;
  className?: string;
};

/** A picture of the catalogue in the size that its place needs. One that doesn't come leaves its box's quiet surface. */
export function Picture({ url, alt = "", sizes, eager = false, className }: PictureProps) {
  const [missing, setMissing] = useState<string | null>(null);
  if (!url || missing === url) return alt ? <span className="sr-only">{alt}</span> : null;
  const base = /^(.*)-1280\.webp$/.exec(url)?.[1];
  return (
    <img
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
      loading={eager ? "eager" : "lazy"}
      fetchPriority={eager ? "high" : "auto"}
      decoding="async"
      className={classNames(className) || undefined}
      onError={() => setMissing(url)}
    />
  );
}
