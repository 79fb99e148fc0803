/**
 * Sends values one after another, so that an earlier one never arrives after a later one. Of those that wait, only the last is sent.
 * @returns a function that resolves once nothing waits any more
 */
export function lastWins<Value>(send: (value: Value) => Promise<void>): (value: Value) => Promise<void> {
  let waiting: { readonly value: Value } | null = null;
  let running: Promise<void> | null = null;
  const run = async (): Promise<void> => {
    while (waiting) {
      const { value } = waiting;
      waiting = null;
      // oxlint-disable-next-line no-await-in-loop -- in their order
      await send(value);
    }
  };
  return (value) => {
    waiting = { value };
    running ??= run().finally(() => {
      running = null;
    });
    return running;
  };
}
