import { cacheApp } from "../downloads/app-files.ts";

/**
 * Stores the app's files and shell, so that every address opens without a connection.
 * @returns whether it worked; without space or a connection it doesn't
 */
export async function storeApp(): Promise<boolean> {
  try {
    await cacheApp();
    return true;
  } catch {
    return false;
  }
}
