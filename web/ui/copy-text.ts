import { showToast } from "./toast.tsx";

/** Puts a text into the clipboard and says so; where the browser refuses, says what to do instead. */
export async function copyText(text: string, words: { done: string; refused: string }): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showToast(words.done);
  } catch {
    showToast(words.refused);
  }
}
