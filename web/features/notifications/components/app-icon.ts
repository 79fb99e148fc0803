type BadgingApi = { setAppBadge?: (count: number) => Promise<void>; clearAppBadge?: () => Promise<void> };

/** Shows how much is new on the installed app's icon, where the system can. */
export function showUnreadOnIcon(unread: number): void {
  const door = navigator as BadgingApi;
  // A browser that knows the call may refuse it outside an installed app; then there is no icon to show it on.
  void (unread > 0 ? door.setAppBadge?.(unread) : door.clearAppBadge?.())?.catch(() => {});
}
