/** Requests that tests send at once: as many as a server with as many connections always starts at once. */
export const atOnce = 8;

/** Runs work on all items, a few at a time. */
export async function eachOf<Item>(
  items: Iterable<Item>,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const queue = items[Symbol.iterator]();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let next = queue.next(); !next.done; next = queue.next()) await work(next.value);
    }),
  );
}
