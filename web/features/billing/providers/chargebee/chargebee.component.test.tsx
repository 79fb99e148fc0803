import { afterEach, expect, test, vi } from "vitest";
import { loadSite } from "./chargebee.ts";

afterEach(() => {
  delete window.Chargebee;
});

test("sets Chargebee's script up once for fields that are left early and made again", async () => {
  // Chargebee's script arrives.
  vi.spyOn(document.head, "append").mockImplementation((script) => {
    if (script instanceof HTMLScriptElement) script.onload?.(new Event("load"));
  });
  const load = vi.fn<() => Promise<void>>().mockRejectedValueOnce(new Error("offline")).mockResolvedValue();
  const init = vi.fn(() => ({ load, createComponent: () => Promise.reject(new Error("not used")) as never }));
  window.Chargebee = { init };

  await expect(loadSite("studio", "key")).rejects.toThrow("offline");
  const [left, shown] = await Promise.all([loadSite("studio", "key"), loadSite("studio", "key")]);
  expect(shown).toBe(left);
  expect(init).toHaveBeenCalledTimes(2);
});
