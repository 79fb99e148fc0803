/** What is used of the SDK. Its answers are checked where they are read: it takes any page for one. */
declare module "braintree" {
  type Answer = Promise<unknown>;
  class Environment {
    static readonly Production: Environment;
    static readonly Sandbox: Environment;
    constructor(
      server: string,
      port: string,
      authUrl: string,
      ssl: boolean,
      graphQLServer: string,
      graphQLPort: string,
    );
  }
  class BraintreeGateway {
    constructor(settings: {
      environment: Environment;
      merchantId: string;
      publicKey: string;
      privateKey: string;
    });
    readonly config: { timeout: number; baseMerchantPath: () => string };
    /** Below the typed calls; sends any request of the API. */
    readonly http: { post: (path: string, body: object) => Answer };
    readonly clientToken: { generate: (options: object) => Answer };
    readonly customer: { create: (customer: object) => Answer; delete: (id: string) => Answer };
    readonly dispute: { find: (id: string) => Answer };
    readonly paymentMethod: {
      create: (method: object) => Answer;
      find: (token: string) => Answer;
      delete: (token: string) => Answer;
    };
    readonly paymentMethodNonce: {
      create: (token: string, options: object) => Answer;
      find: (nonce: string) => Answer;
    };
    readonly transaction: {
      sale: (order: object) => Answer;
      find: (id: string) => Answer;
      void: (id: string, options: object) => Answer;
      refund: (id: string, options: object) => Answer;
    };
    readonly webhookNotification: {
      parse: (signature: string, payload: string) => Answer;
      verify: (challenge: string) => string;
    };
  }
  const braintree: { BraintreeGateway: typeof BraintreeGateway; Environment: typeof Environment };
  export default braintree;
  export type { BraintreeGateway };
}
