import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";

type EmptyProps = {
  title: string;
  children?: ReactNode;
  action?: ReactNode;
  /** It is all that the page has to say: its title is the page's. */
  page?: boolean;
};

/** What stands where there is nothing: says what to do next. */
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

/** Holds skeletons of the real layout; they are drawn after 150 ms. `label`: what a screen reader hears meanwhile. */
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

/** A line of text that isn't there yet: as high as the text it stands for, as wide as the class name says. */
export function TextSkeleton({ className }: { className: string }) {
  return <span className={classNames("sk sk-t", className)} />;
}

/** Cards that are still coming, for use within a `Skeleton`. */
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
