import { defaultFace, facePath } from "../../contract/faces.ts";
import { classNames } from "./class-names.ts";

type AvatarProps = {
  /** Image URL; null shows the portrait that belongs to the name. */
  url: string | null;
  name: string;
  size?: "s" | "m" | "l" | "page";
};

/** A person's photo or portrait. Decorative: the name is next to it. */
export function Avatar({ url, name, size = "m" }: AvatarProps) {
  const className = classNames("av", size !== "m" && `av-${size}`);
  const source = url ?? facePath(defaultFace(name));
  return <img className={className} src={source} alt="" width={144} height={144} loading="lazy" />;
}
