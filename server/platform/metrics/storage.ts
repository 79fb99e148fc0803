import type { Storage } from "../storage.ts";
import { traced } from "../tracing/tracing.ts";
import type { Metrics } from "./metrics.ts";

/** The same storage, whose calls are traced, and measured if `metrics` are. Of `get` and `list` the time until the content begins. */
export function measureStorage(storage: Storage, metrics: Metrics | null): Storage {
  const measure = async <Result>(action: string, work: () => Promise<Result>): Promise<Result> => {
    const startedAt = performance.now();
    try {
      const result = await traced(`storage ${action}`, {}, work);
      metrics?.recordStorage(action, "succeeded", performance.now() - startedAt);
      return result;
    } catch (error) {
      metrics?.recordStorage(action, "failed", performance.now() - startedAt);
      throw error;
    }
  };
  const { multipart } = storage;
  async function* measureList<Item>(action: string, items: AsyncIterable<Item>): AsyncGenerator<Item> {
    const rest = items[Symbol.asyncIterator]();
    const first = await measure(action, () => rest.next());
    if (!first.done) yield first.value;
    yield* { [Symbol.asyncIterator]: () => rest };
  }
  return {
    put: (...args) => measure("put", () => storage.put(...args)),
    stat: (...args) => measure("stat", () => storage.stat(...args)),
    get: (...args) => measure("get", () => storage.get(...args)),
    list: (prefix) => measureList("list", storage.list(prefix)),
    delete: (...args) => measure("delete", () => storage.delete(...args)),
    deletePrefix: (...args) => measure("deletePrefix", () => storage.deletePrefix(...args)),
    multipart: multipart && {
      begin: (...args) => measure("beginParts", () => multipart.begin(...args)),
      putPart: (...args) => measure("putPart", () => multipart.putPart(...args)),
      finish: (...args) => measure("finishParts", () => multipart.finish(...args)),
      abort: (...args) => measure("abortParts", () => multipart.abort(...args)),
      list: (prefix) => measureList("listUnfinished", multipart.list(prefix)),
    },
  };
}
