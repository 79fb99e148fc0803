let isOutdated = false;
let listener: (() => void) | null = null;

/** The server has said that this page is too old for it. */
export function noteOutdated(): void {
  isOutdated = true;
  listener?.();
}

/** Does something whenever the server says that this page is too old; also when it has said so before. */
export function whenOutdated(work: () => void): void {
  listener = work;
  if (isOutdated) work();
}
