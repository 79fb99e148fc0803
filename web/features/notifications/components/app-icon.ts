type BadgingApi = { setAppBadge?: (count: number) => Promise<void>; clearAppBadge?: () => Promise<void> };

/** Shows the unread count on the installed app's icon, where supported. */
export function showUnreadOnIcon(unread: number): void {
  const badging = navigator as BadgingApi;
  // A browser may reject the call outside an installed app; then there is no icon.
  void (unread > 0 ? badging.setAppBadge?.(unread) : badging.clearAppBadge?.())?.catch(() => {});
}
