/**
 * Sends values one after another, so that an earlier one never arrives after a later one. Of those that wait, only the last is sent.
 * One that fails doesn't hold up the one that waits.
 * @returns a function that resolves once nothing waits any more; it throws the error of the last send
 */
export function lastWins<Value>(send: (value: Value) => Promise<void>): (value: Value) => Promise<void> {
  let waiting: { readonly value: Value } | null = null;
  let running: Promise<void> | null = null;
  const next = (): Promise<void> => {
    const { value } = waiting!;
    waiting = null;
    const sent = send(value);
    const end = (): Promise<void> => {
      if (waiting) return next();
      running = null;
      return sent;
    };
    return sent.then(end, end);
  };
  return (value) => {
    waiting = { value };
    return (running ??= next());
  };
}
