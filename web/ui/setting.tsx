import "./setting.css";
import { useId, type ReactNode } from "react";

/** One thing about the account: its name, what it is now, and what can be done. */
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
