/** What a fake provider answers a browser. */
export interface ProviderAnswer {
  readonly status: number;
  readonly type: "application/json" | "text/html" | "text/javascript";
  readonly body: string;
}
