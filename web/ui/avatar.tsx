import { classNames } from "./class-names.ts";

type AvatarProps = {
  /** A picture, or the first letter of the name. */
  url: string | null;
  name: string;
  size?: "s" | "m" | "l" | "page";
};

/** Somebody's picture, or their initial. Decorative: their name stands beside it. */
export function Avatar({ url, name, size = "m" }: AvatarProps) {
  const className = classNames("av", size !== "m" && `av-${size}`);
  if (url) return <img className={className} src={url} alt="" width={144} height={144} loading="lazy" />;
  return (
    <span className={className} aria-hidden="true">
      {[...name.trim()][0]?.toUpperCase() ?? ""}
    </span>
  );
}
