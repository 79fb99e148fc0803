import { classNames } from "../../../ui/class-names.ts";

type InstructorFaceProps = {
  url: string;
  /** Default in a line of small text. */
  size?: "line" | "name";
  /** It is in the first view of its page. */
  eager?: boolean;
};

/** The instructor's face in a circle. Decorative: the name is next to it. */
export function InstructorFace({ url, size = "line", eager = false }: InstructorFaceProps) {
  return (
    <img
      className={classNames("av", size === "line" && "av-xs")}
      src={url}
      alt=""
      width={144}
      height={144}
      loading={eager ? "eager" : "lazy"}
    />
  );
}
