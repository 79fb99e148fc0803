import "./setting.css";
import { useId, type ReactNode } from "react";

/** A setting of the account: its name, its current value and its controls. */
export function Setting({
  title,
  children,
  action,
}: {
  title: string;
  children: ReactNode;
  action?: ReactNode;
}) {
  const id = useId();
  return (
    <section className="setting" aria-labelledby={id}>
      <div className="setting-h">
        <h3 className="strong" id={id}>
          {title}
        </h3>
        {action}
      </div>
      {children}
    </section>
  );
}
