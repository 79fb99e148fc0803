import { useId, type ComponentProps, type ReactNode } from "react";
import { classNames } from "./class-names.ts";
import { Icon, type LucideIcon } from "./icon.tsx";

type Look = {
  /** `go` is the primary action, once per view; `bad` is destructive; `text` and `bare` have no fill at rest. */
  tone?: "go" | "quiet" | "line" | "bad" | "text" | "bare";
  /** 44, 48 and 56 px high. */
  size?: "s" | "m" | "l";
  wide?: boolean;
  /** The named state is on (saved, followed), shown inverted. The label says so too. */
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
    /** In progress: label and width don't change, presses are ignored. */
    busy?: boolean;
    /** Why the button is disabled, as a sentence below it. The button remains focusable. */
    disabledReason?: string | null;
    children?: ReactNode;
  };

/** A single-line button. */
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
  /** Accessible name and tooltip. */
  label: string;
  icon: LucideIcon;
  /** On an image the button has its own dark background. */
  onPicture?: boolean;
};

/** A square button of 44 px that shows only an icon. */
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
