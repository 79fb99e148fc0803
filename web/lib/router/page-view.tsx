import { Component, Suspense, type ComponentType, type ReactNode } from "react";
import { isServerReachable } from "../server-reachable.ts";
import { useRouter, useShown } from "./hooks.ts";

export type PageErrorProps = { error: unknown; onRetry: () => void };

type PageViewProps = { NotFound: ComponentType; Failed: ComponentType<PageErrorProps> };

/** Renders the current page, or `Failed` if its code didn't load or it threw. A change of path remounts the page. */
export function PageView({ NotFound, Failed }: PageViewProps) {
  const router = useRouter();
  const { location, route, Page, error } = useShown();
  if (route && !Page)
    return error === null ? null : <Failed error={error} onRetry={() => void router.retry()} />;
  return (
    <Boundary key={location.pathname} Failed={Failed}>
      <Suspense>{Page ? <Page /> : <NotFound />}</Suspense>
    </Boundary>
  );
}

/** Whether code or styles couldn’t be fetched, by what browsers and Vite say of it. */
export const isFetchFailure = (error: unknown): boolean =>
  /dynamically imported module|importing a module script|preload CSS|JavaScript MIME type/i.test(
    String(error),
  );

type BoundaryProps = { Failed: ComponentType<PageErrorProps>; children: ReactNode };

class Boundary extends Component<BoundaryProps, { error: unknown }> {
  override state: { error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error: error ?? new Error("No error") };
  }

  // React never loads a lazy part again that failed once. Without the server, a reload could end in the browser's own error page.
  readonly #retry = async (): Promise<void> => {
    if (isFetchFailure(this.state.error) && (await isServerReachable())) location.reload();
    else this.setState({ error: null });
  };

  override render(): ReactNode {
    const { Failed, children } = this.props;
    if (this.state.error === null) return children;
    return <Failed error={this.state.error} onRetry={() => void this.#retry()} />;
  }
}
