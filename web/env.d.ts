/// <reference types="vite/client" />

declare module "virtual:cache-schema" {
  export const cacheSchema: object;
}
