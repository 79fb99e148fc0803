import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";

type EmptyProps = {
  title: string;
  children?: ReactNode;
  action?: ReactNode;
  /** The state is the whole page: its title becomes the page title. */
  page?: boolean;
};

/** Empty state: says what to do next. */
export function EmptyState({ title, children, action, page = false }: EmptyProps) {
  const Title = page ? "h1" : "h2";
  return (
    <div className={classNames("void", page && "void-page")}>
      <Title className="d2">{title}</Title>
      {children && <p className="muted pretty">{children}</p>}
      {action}
    </div>
  );
}

/** Wraps skeletons of the real layout, shown after 150 ms. `label`: the text for screen readers. */
export function Skeleton({
  label,
  className,
  children,
}: {
  label: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <div className="skeleton" role="status">
      <span className="sr-only">{label}</span>
      <div aria-hidden="true" className={className}>
        {children}
      </div>
    </div>
  );
}

/** Placeholder of a line of text: as high as the text, as wide as the class name says. */
export function TextSkeleton({ className }: { className: string }) {
  return <span className={classNames("sk sk-t", className)} />;
}

/** Placeholders of cards, for use within a `Skeleton`. */
export function CardSkeletons({ count }: { count: number }) {
  return Array.from({ length: count }, (_unused, card) => (
    <div className="card" key={card}>
      <div className="media" />
      <div className="stack gap-2">
        <TextSkeleton className="t3 w-4/5" />
        <TextSkeleton className="t1 w-1/2" />
      </div>
    </div>
  ));
}
