import { classNames } from "./class-names.ts";

type AvatarProps = {
  /** A picture; null: what the name begins with. */
  url: string | null;
  name: string;
  size?: "s" | "m" | "l" | "page";
};

/** What the first and the last word of a name begin with; one letter where it is one word. */
export function initialsOf(name: string): string {
  const starts = name.match(/(?<=^|[\s._-])[^\s._-]/gu) ?? [];
  return (starts.length > 1 ? [starts[0], starts.at(-1)] : starts).join("").toUpperCase();
}

/** Somebody's picture, or their initials. Decorative: their name stands beside it. */
export function Avatar({ url, name, size = "m" }: AvatarProps) {
  const className = classNames("av", size !== "m" && `av-${size}`);
  if (url) return <img className={className} src={url} alt="" width={144} height={144} loading="lazy" />;
  return (
    <span className={className} aria-hidden="true">
      {initialsOf(name)}
    </span>
  );
}
