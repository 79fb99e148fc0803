import { useEffect, useState, type ReactNode, type RefObject } from "react";

/** Sidebar of the video. On small screens it is a sheet that `showModal` opens, and only then a dialog. */
export function Rail({
  ref,
  label,
  children,
}: {
  ref: RefObject<HTMLDialogElement | null>;
  label: string;
  children: ReactNode;
}) {
  const [isSheet, setSheet] = useState(false);
  useEffect(() => {
    const { current } = ref;
    if (!current) return;
    const observer = new MutationObserver(() => setSheet(current.open));
    observer.observe(current, { attributeFilter: ["open"] });
    return () => observer.disconnect();
  }, [ref]);
  return (
    <dialog
      className="pl-rail"
      ref={ref}
      {...(isSheet ? { "aria-label": label } : { role: "presentation" })}
      onPointerDown={({ target, clientX, clientY, currentTarget }) => {
        const { left, top } = currentTarget.getBoundingClientRect();
        if (target === currentTarget && (clientX < left || clientY < top)) currentTarget.close();
      }}
    >
      {children}
    </dialog>
  );
}
