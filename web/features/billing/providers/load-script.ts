const loading = new Map<string, Promise<void>>();

/** @throws if it can't be reached; the next call tries again */
function load(url: string): Promise<void> {
  const known = loading.get(url);
  if (known) return known;
  const loaded = new Promise<void>((resolve, reject) => {
    const element = document.createElement("script");
    element.src = url;
    element.async = true;
    element.onload = () => resolve();
    element.onerror = () => {
      loading.delete(url);
      element.remove();
      reject(new Error(`${url} can't be loaded`));
    };
    document.head.append(element);
  });
  loading.set(url, loaded);
  return loaded;
}

/**
 * Loads a provider's script that must come from the provider's host, once per page.
 * @param read reads what the script defines
 * @throws if it can't be reached or defines nothing; the next call tries again
 */
export async function loadScript<Defined>(url: string, read: () => Defined | undefined): Promise<Defined> {
  await load(url);
  const defined = read();
  if (defined !== undefined) return defined;
  loading.delete(url);
  throw new Error(`${url} defines nothing`);
}
