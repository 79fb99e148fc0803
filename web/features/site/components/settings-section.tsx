import type { ReactNode } from "react";

/** A group of settings: its title and note, beside its fields. */
export function SettingsSection({
  id,
  title,
  note,
  children,
}: {
  id: string;
  title: string;
  note: string;
  children: ReactNode;
}) {
  return (
    <section className="site-set" aria-labelledby={id}>
      <div>
        <h2 className="t4" id={id}>
          {title}
        </h2>
        <p className="t1 muted pretty">{note}</p>
      </div>
      <div className="site-fields">{children}</div>
    </section>
  );
}
