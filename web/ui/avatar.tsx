import { classNames } from "./class-names.ts";

type AvatarProps = {
  /** Image URL; null shows the initials. */
  url: string | null;
  name: string;
  size?: "s" | "m" | "l" | "page";
};

/** Initials of a name: first letters of the first and the last word, or one letter for a single word. */
export function initialsOf(name: string): string {
  const starts = name.match(/(?<=^|[\s._-])[^\s._-]/gu) ?? [];
  return (starts.length > 1 ? [starts[0], starts.at(-1)] : starts).join("").toUpperCase();
}

/** A person's image or initials. Decorative: the name is next to it. */
export function Avatar({ url, name, size = "m" }: AvatarProps) {
  const className = classNames("av", size !== "m" && `av-${size}`);
  if (url) return <img className={className} src={url} alt="" width={144} height={144} loading="lazy" />;
  return (
    <span className={className} aria-hidden="true">
      {initialsOf(name)}
    </span>
  );
}
