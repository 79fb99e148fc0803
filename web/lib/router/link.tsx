import type { ComponentPropsWithRef, MouseEvent } from "react";
import { useLocation, useRouter } from "./hooks.ts";
import { hrefOf, locate, type Target } from "./location.ts";
import { isPlainClick } from "../plain-click.ts";

/** Hover time in milliseconds that counts as intent to click. */
const intentMs = 40;

type LinkProps = Omit<ComponentPropsWithRef<"a">, "href"> &
  Target & { to: string; replace?: boolean; resetScroll?: boolean };

/**
 * A link within the app. It preloads its page's code on intent, and sets `aria-current="page"` on the current
 * page.
 * A link with a search is current only under that search.
 */
export function Link({ to, search, hash, state, replace, resetScroll, ...rest }: LinkProps) {
  const router = useRouter();
  const target: Target = { to, search, hash, state };
  const href = useLocation({ select: (now) => hrefOf(locate(target, now)) });
  const isCurrent = useLocation({
    select: (now) => {
      const there = locate(target, now);
      return there.pathname === now.pathname && (there.search === "" || there.search === now.search);
    },
  });
  const follow = (event: MouseEvent<HTMLAnchorElement>): void => {
    rest.onClick?.(event);
    if (event.defaultPrevented || !isPlainClick(event) || rest.download !== undefined) return;
    if (rest.target && rest.target !== "_self") return;
    event.preventDefault();
    void router.navigate({ ...target, replace, resetScroll });
  };
  let intent: ReturnType<typeof setTimeout> | undefined;
  return (
    <a
      aria-current={isCurrent ? "page" : undefined}
      {...rest}
      href={href}
      onClick={follow}
      onFocus={(event) => {
        rest.onFocus?.(event);
        router.preload(href);
      }}
      onTouchStart={(event) => {
        rest.onTouchStart?.(event);
        router.preload(href);
      }}
      onPointerEnter={(event) => {
        rest.onPointerEnter?.(event);
        intent = setTimeout(() => router.preload(href), intentMs);
      }}
      onPointerLeave={(event) => {
        rest.onPointerLeave?.(event);
        clearTimeout(intent);
      }}
    />
  );
}
