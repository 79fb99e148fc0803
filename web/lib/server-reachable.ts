const timeoutMs = 8_000;

/**
 * Whether the server answers requests for the current page. False without a connection, during an outage, and while
 * the page is being left, which cancels its requests.
 */
export async function isServerReachable(): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    return (await fetch(location.href, { method: "HEAD", signal })).status < 500;
  } catch {
    return false;
  }
}
