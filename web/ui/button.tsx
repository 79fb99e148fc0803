import { useId, type ComponentProps, type ReactNode } from "react";
import { classNames } from "./class-names.ts";
import { Icon, type LucideIcon } from "./icon.tsx";

type Look = {
  /** `go` is lit and stands once per view; `bad` removes something; `text` and `bare` have no fill at rest. */
  tone?: "go" | "quiet" | "line" | "bad" | "text" | "bare";
  /** 44, 48 and 56 px high. */
  size?: "s" | "m" | "l";
  wide?: boolean;
  /** What it names is so (saved, followed): chalk. Its words say it too. */
  chosen?: boolean;
};

/** The class names of a button, for a link that looks like one. */
export function buttonClass({ tone = "quiet", size = "m", wide = false, chosen = false }: Look = {}): string {
  return classNames(
    "btn",
    tone !== "quiet" && `btn-${tone}`,
    size !== "m" && `btn-${size}`,
    wide && "btn-w",
    chosen && "btn-on",
  );
}

type ButtonProps = Omit<ComponentProps<"button">, "disabled" | "className"> &
  Look & {
    icon?: LucideIcon;
    /** Work is under way: the label and the width stay, presses do nothing. */
    busy?: boolean;
    /** Why it can't be pressed now, as a sentence that stands below it. It stays in the order of focus. */
    disabledReason?: string | null;
    children?: ReactNode;
  };

/** A button of one line. */
export function Button(props: ButtonProps) {
  const {
    tone = "quiet",
    size = "m",
    wide = false,
    chosen = false,
    icon,
    busy = false,
    disabledReason,
    children,
    onClick,
    ...rest
  } = props;
  const reasonId = useId();
  const still = busy || Boolean(disabledReason);
  const button = (
    <button
      type="button"
      {...rest}
      className={buttonClass({ tone, size, wide, chosen })}
      onClick={still ? (event) => event.preventDefault() : onClick}
      aria-busy={busy || undefined}
      aria-disabled={still || undefined}
      aria-describedby={disabledReason ? reasonId : rest["aria-describedby"]}
    >
      {icon && <Icon of={icon} />}
      {children}
    </button>
  );
  if (!disabledReason) return button;
  return (
    <span className={classNames("btn-why", wide && "w-full")}>
      {button}
      <span className="hint" id={reasonId}>
        {disabledReason}
      </span>
    </span>
  );
}

type IconButtonProps = Omit<ComponentProps<"button">, "children" | "disabled" | "className"> & {
  /** Its name, and its tooltip. */
  label: string;
  icon: LucideIcon;
  /** On a picture it stands on the picture's own dark. */
  onPicture?: boolean;
};

/** A square button of 44 px that shows an icon alone. */
export function IconButton({ label, icon, onPicture = false, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      title={label}
      aria-label={label}
      {...rest}
      className={classNames("btn btn-bare btn-i", onPicture && "btn-pic")}
    >
      <Icon of={icon} />
    </button>
  );
}
