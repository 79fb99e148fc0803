/** A module that is imported on demand. */
export interface LoadedModule<Module> {
  /** The module once it has loaded, else null. */
  readonly current: Module | null;
  /** Imports it. A failed import is tried again by the next call. */
  load(): Promise<Module>;
}

/**
 * Keeps a dynamically imported module at hand. Even for a module that has loaded, `import()` answers in a later task of the browser,
 * which waits behind rendering.
 */
export function loadedModule<Module>(importModule: () => Promise<Module>): LoadedModule<Module> {
  let current: Module | null = null;
  return {
    get current() {
      return current;
    },
    load: async () => (current ??= await importModule()),
  };
}
