import { showToast } from "./toast.ts";

/**
 * Copies a text to the clipboard and confirms it with a toast. If the browser refuses, the toast says what to
 * do instead.
 */
export async function copyText(text: string, words: { done: string; refused: string }): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showToast(words.done);
  } catch {
    showToast(words.refused);
  }
}
