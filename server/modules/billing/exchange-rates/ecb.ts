const timeoutMs = 10_000;

/** Reference rates of one day: how much of each currency one euro is worth. */
export interface ReferenceRates {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  readonly rates: ReadonlyMap<string, number>;
}

/**
 * Reads the daily file of reference rates of the European Central Bank.
 * @throws if it isn't that file
 */
function readReferenceRates(xml: string): ReferenceRates {
  const day = /<Cube\s+time=['"](\d{4}-\d\d-\d\d)['"]/.exec(xml)?.[1];
  const found = [...xml.matchAll(/<Cube\s+currency=['"]([A-Z]{3})['"]\s+rate=['"](\d+(?:\.\d+)?)['"]/g)];
  const rates = new Map(found.map(([, code, rate]) => [code!, Number(rate)]));
  if (!day || rates.size === 0 || [...rates.values()].some((rate) => rate <= 0))
    throw new Error("The answer isn't the file of reference rates.");
  return { day, rates };
}

/** Fetches the reference rates of the latest working day. @throws on an outage or another answer */
export async function fetchReferenceRates(url: string): Promise<ReferenceRates> {
  const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs), redirect: "error" });
  if (!response.ok) throw new Error(`The exchange rates answered ${response.status}.`);
  return readReferenceRates(await response.text());
}
