import { useEffect, useId, useRef, type ReactNode } from "react";

/** Frame of a step, with a button that closes it without changes. It takes the focus when it opens. */
export function Step({
  title,
  lead,
  leaveLabel,
  onLeave,
  children,
}: {
  title: string;
  lead?: string;
  leaveLabel: string;
  onLeave: () => void;
  children: ReactNode;
}) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: "nearest" });
  }, []);
  return (
    <section className="step" aria-labelledby={id}>
      <div className="stack gap-2">
        <h2 className="d2" id={id} ref={heading} tabIndex={-1}>
          {title}
        </h2>
        {lead && <p className="muted pretty">{lead}</p>}
      </div>
      {children}
      <button type="button" className="btn btn-text step-leave" onClick={onLeave}>
        {leaveLabel}
      </button>
    </section>
  );
}
