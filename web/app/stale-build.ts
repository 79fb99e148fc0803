const KEY = "eightcount.reloaded-at";
const ONCE_PER_MS = 30_000;

/** After a deployment the chunks of an open tab are gone: reloads the current URL once. */
export function reloadOnStaleBuild(): void {
  addEventListener("vite:preloadError", (event) => {
    const last = Number(sessionStorage.getItem(KEY) ?? 0);
    if (!navigator.onLine || Date.now() - last < ONCE_PER_MS) return;
    event.preventDefault();
    sessionStorage.setItem(KEY, String(Date.now()));
    location.reload();
  });
}
