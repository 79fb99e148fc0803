import { visit } from "graphql";
import type { DocumentNode, OperationTypeNode } from "graphql";
import { ReadOnly } from "../errors.ts";

/** Queries that begin a payment at its provider, or try a code. */
const changing: ReadonlySet<string> = new Set([
  "generateStripeExpressCheckoutPaymentIntent",
  "generateStripeExpressCheckoutSetupIntent",
  "generateStripePaymentIntent",
  "giftCardCheck",
]);

/**
 * Refuses what a viewer who only looks may not do: every mutation, and queries that change something elsewhere.
 * @throws ReadOnly
 */
export function refuseChanges(document: DocumentNode, operation: OperationTypeNode): void {
  if (operation !== "query") throw new ReadOnly();
  visit(document, {
    Field: ({ name }) => {
      if (changing.has(name.value)) throw new ReadOnly();
    },
  });
}
