/** In-memory state of the fake Stripe server. It knows the parameters that Eightcount sends and refuses others. */
import { randomUUID } from "node:crypto";
import Stripe from "stripe";
import type { Clock } from "../platform/clock.ts";
import { systemClock } from "../platform/clock.ts";
import { idOf, knownParameters, methodOf, refuse } from "./stripe-objects.ts";
import type { Answer, Charge, Dispute, Intent } from "./stripe-objects.ts";

/** Creates Stripe's state: customers, intents, charges and webhook events. */
export function openBooks(clock: Clock = systemClock) {
  const intents = new Map<string, Intent>();
  const customers = new Set<string>();
  const keepers = new Map<string, string>();
  const charges: Charge[] = [];
  const refunds: { id: string; created: number; charge: Charge; amount: number; key: string | null }[] = [];
  const disputes = new Map<string, Dispute>();
  const detached = new Set<string>();
  const faults: string[] = [];
  const events: { id: string; payload: string }[] = [];
  const now = () => Math.floor(clock.now().getTime() / 1000);
  const invalid = (code: string, param: string): Answer =>
    refuse(400, { type: "invalid_request_error", code, param, message: `Invalid ${param}` });
  const missing = (what: string): Answer =>
    refuse(404, {
      type: "invalid_request_error",
      code: "resource_missing",
      param: what,
      message: `No such ${what}`,
    });
  const emitEvent = (type: string, object: object) => {
    const id = idOf("evt");
    events.push({
      id,
      payload: JSON.stringify({
        id,
        object: "event",
        api_version: Stripe.API_VERSION,
        created: now(),
        type,
        data: { object },
      }),
    });
  };

  const cardError = (intent: Intent, code: string, decline?: string): Answer => {
    const error = {
      type: "card_error",
      code,
      ...(decline ? { decline_code: decline } : {}),
      message: "Declined",
    };
    const failed = { ...intent, status: "requires_payment_method" } as Intent;
    if (failed.object === "payment_intent") failed.last_payment_error = error as never;
    else failed.last_setup_error = error as never;
    intents.set(intent.id, failed);
    emitEvent(
      `${intent.object}.${intent.object === "payment_intent" ? "payment_failed" : "setup_failed"}`,
      failed,
    );
    return refuse(402, { ...error, [intent.object]: failed });
  };
  const succeed = (intent: Intent) => {
    const done = { ...intent, status: "succeeded", next_action: null } as Intent;
    if (done.object === "payment_intent") {
      done.amount_received = done.amount;
      charges.push({
        id: idOf("ch"),
        object: "charge",
        amount: done.amount,
        amount_refunded: 0,
        currency: done.currency,
        status: "succeeded",
        created: now(),
        payment_intent: done.id,
        metadata: done.metadata ?? {},
      });
    }
    intents.set(done.id, done);
    emitEvent(`${done.object}.succeeded`, done);
    return done;
  };
  const decide = (intent: Intent, isOffSession: boolean): Answer => {
    const chosen = intent.payment_method ?? "";
    const isCharge = intent.object === "payment_intent";
    if (chosen.startsWith("pm_declined")) return cardError(intent, "card_declined", "generic_decline");
    if (chosen.startsWith("pm_poor")) return cardError(intent, "card_declined", "insufficient_funds");
    if (chosen.startsWith("pm_fails") && isCharge)
      return cardError(intent, "card_declined", "generic_decline");
    if (chosen.startsWith("pm_confirms")) {
      if (isOffSession) return cardError(intent, "authentication_required", "authentication_required");
      const waiting = {
        ...intent,
        status: "requires_action",
        next_action: { type: "use_stripe_sdk", use_stripe_sdk: {} },
      } as Intent;
      intents.set(intent.id, waiting);
      emitEvent(`${intent.object}.requires_action`, waiting);
      return { status: 200, body: waiting };
    }
    return { status: 200, body: succeed(intent) };
  };

  const create = (kind: "payment_intent" | "setup_intent", form: URLSearchParams): Answer => {
    const customer = form.get("customer");
    if (!customer || !customers.has(customer)) return missing("customer");
    const chosen = form.get("payment_method");
    if (chosen && (!methodOf(chosen) || detached.has(chosen))) return missing("payment_method");
    // A method that a customer keeps is charged under that customer only.
    if (chosen && (keepers.get(chosen) ?? customer) !== customer)
      return invalid("resource_missing", "customer");
    if (chosen) keepers.set(chosen, customer);
    const metadata = Object.fromEntries(
      [...form].flatMap(([name, value]) => {
        const [, inner] = /^metadata\[(\w+)\]$/.exec(name) ?? [];
        return inner ? [[inner, value]] : [];
      }),
    );
    const id = idOf(kind === "payment_intent" ? "pi" : "seti");
    const shared = {
      id,
      client_secret: `${id}_secret_${randomUUID().slice(0, 8)}`,
      status: chosen ? "requires_confirmation" : "requires_payment_method",
      next_action: null,
      metadata,
      customer,
      created: now(),
      livemode: false,
      payment_method: chosen,
    } as const;
    const amount = Number(form.get("amount"));
    if (kind === "payment_intent" && !(Number.isInteger(amount) && amount > 0))
      return invalid("parameter_invalid_integer", "amount");
    const smallest = { gbp: 30 }[form.get("currency") ?? ""] ?? 50;
    if (kind === "payment_intent" && amount < smallest) return invalid("amount_too_small", "amount");
    if (kind === "payment_intent" && !/^[a-z]{3}$/.test(form.get("currency") ?? ""))
      return invalid("parameter_invalid", "currency");
    const intent: Intent =
      kind === "payment_intent"
        ? {
            ...shared,
            object: kind,
            amount,
            amount_received: 0,
            currency: form.get("currency")!,
            last_payment_error: null,
          }
        : { ...shared, object: kind, last_setup_error: null };
    intents.set(id, intent);
    emitEvent(`${kind}.created`, intent);
    if (form.get("confirm") !== "true") return { status: 200, body: intent };
    if (form.get("off_session") !== "true" && kind === "payment_intent" && !form.get("return_url"))
      return invalid("parameter_missing", "return_url");
    return decide(intent, form.get("off_session") === "true");
  };

  const refund = (charge: Charge, amount: number, key: string | null = null): string => {
    charge.amount_refunded += amount;
    const id = idOf("re");
    refunds.push({ id, created: now(), charge, amount, key });
    emitEvent("charge.refunded", { ...charge });
    return id;
  };
  /** A bank returns a refund that was made with our key. */
  const failRefund = (intent: string, key: string): void => {
    const made = refunds.find(({ charge, ...one }) => charge.payment_intent === intent && one.key === key);
    if (!made) throw new Error(`No refund ${key}`);
    refunds.splice(refunds.indexOf(made), 1);
    made.charge.amount_refunded -= made.amount;
    const metadata = { refund: key };
    emitEvent("refund.failed", {
      id: made.id,
      object: "refund",
      status: "failed",
      payment_intent: intent,
      metadata,
    });
  };

  const route = (verb: string, path: string, form: URLSearchParams): Answer => {
    const [, , kind = "", id = "", act = ""] = path.split("/");
    if (verb === "POST" && !id) {
      const allowed = knownParameters[`${verb} ${path}`];
      for (const name of form.keys())
        if (!name.startsWith("metadata[") && !allowed?.includes(name)) {
          faults.push(`${verb} ${path} ${name}`);
          return invalid("parameter_unknown", name);
        }
    }
    if (verb === "POST" && path === "/v1/customers") {
      const customer = idOf("cus");
      customers.add(customer);
      return { status: 200, body: { id: customer, object: "customer" } };
    }
    if (verb === "DELETE" && kind === "customers")
      return customers.delete(id)
        ? { status: 200, body: { id, object: "customer", deleted: true } }
        : missing("customer");
    if (verb === "POST" && path === "/v1/payment_intents") return create("payment_intent", form);
    if (verb === "POST" && path === "/v1/setup_intents") return create("setup_intent", form);
    if (verb === "GET" && kind === "payment_methods")
      return methodOf(id) ? { status: 200, body: methodOf(id)! } : missing("payment_method");
    if (verb === "POST" && kind === "payment_methods" && act === "detach") {
      if (!methodOf(id)) return missing("payment_method");
      if (!keepers.delete(id) || detached.has(id)) return invalid("payment_method_unexpected_state", "");
      detached.add(id);
      emitEvent("payment_method.detached", methodOf(id)!);
      return { status: 200, body: methodOf(id)! };
    }
    if (verb === "GET" && path === "/v1/payment_intents/search") {
      const [, wanted] = /metadata\["key"\]:"([^"]+)"/.exec(form.get("query") ?? "") ?? [];
      const data = [...intents.values()].filter(
        (intent) => intent.object === "payment_intent" && intent.metadata?.["key"] === wanted,
      );
      return { status: 200, body: { object: "search_result", data, has_more: false } };
    }
    if (verb === "GET" && (path === "/v1/payment_intents" || path === "/v1/setup_intents")) {
      const object = path === "/v1/payment_intents" ? "payment_intent" : "setup_intent";
      const data = [...intents.values()].filter(
        (intent) => intent.object === object && intent.customer === form.get("customer"),
      );
      return { status: 200, body: { object: "list", data: data.reverse(), has_more: false, url: path } };
    }
    if (verb === "GET" && path === "/v1/charges") {
      const [from, to] = [Number(form.get("created[gte]")), Number(form.get("created[lt]"))];
      const found = charges.filter(({ created }) => created >= from && created < to).reverse();
      const after = form.get("starting_after");
      const begin = after ? found.findIndex((charge) => charge.id === after) + 1 : 0;
      const limit = Math.min(100, Number(form.get("limit") ?? 10));
      const data = found.slice(begin, begin + limit);
      const has_more = begin + limit < found.length;
      return { status: 200, body: { object: "list", data, has_more, url: "/v1/charges" } };
    }
    if (verb === "GET" && (path === "/v1/refunds" || path === "/v1/disputes")) {
      const [from, to] = [Number(form.get("created[gte]")), Number(form.get("created[lt]"))];
      const data =
        path === "/v1/refunds"
          ? refunds
              .filter(({ created }) => created >= from && created < to)
              .map(({ id, created, charge }) => ({ id, object: "refund", created, charge: { ...charge } }))
          : [...disputes.values()].filter(({ created }) => created >= from && created < to);
      return { status: 200, body: { object: "list", data, has_more: false, url: path } };
    }
    if (verb === "GET" && kind === "disputes")
      return disputes.has(id) ? { status: 200, body: disputes.get(id)! } : missing("dispute");
    if (verb === "POST" && path === "/v1/refunds") {
      const charge = charges.find(({ payment_intent: intent }) => intent === form.get("payment_intent"));
      const amount = Number(form.get("amount"));
      if (!charge) return missing("payment_intent");
      if (amount > charge.amount - charge.amount_refunded)
        return invalid("charge_already_refunded", "amount");
      return {
        status: 200,
        body: {
          id: refund(charge, amount, form.get("metadata[refund]")),
          object: "refund",
          amount,
          status: "succeeded",
        },
      };
    }
    const intent = intents.get(id);
    if (kind === "payment_intents" || kind === "setup_intents") {
      if (!intent) return missing("intent");
      if (verb === "GET") {
        const expanded = form.get("expand[0]") === "payment_method" && intent.payment_method;
        return { status: 200, body: expanded ? { ...intent, payment_method: methodOf(expanded) } : intent };
      }
      if (verb === "POST" && act === "cancel") {
        if (intent.status === "succeeded")
          return refuse(400, {
            type: "invalid_request_error",
            code: "payment_intent_unexpected_state",
            message: "It has succeeded",
          });
        const canceled = { ...intent, status: "canceled" } as Intent;
        intents.set(id, canceled);
        emitEvent(`${intent.object}.canceled`, canceled);
        return { status: 200, body: canceled };
      }
    }
    // Like Stripe's edge for unknown routes: no error object.
    return { status: 404, body: { message: "Not Found" } };
  };

  const intentOf = (id: string): Intent => {
    const found = intents.get(id);
    if (!found) throw new Error(`No intent ${id}`);
    return found;
  };
  const chargeOf = (intent: string): Charge => {
    const found = charges.find((charge) => charge.payment_intent === intent);
    if (!found) throw new Error(`No charge of ${intent}`);
    return found;
  };
  return {
    faults,
    events,
    intents: intents as ReadonlyMap<string, Intent>,
    failRefund,
    refundInDashboard: (intent: string, amount: number): void => void refund(chargeOf(intent), amount),
    /** @returns the new intent's id */
    chargeInDashboard: (customer: string, amount: number, currency: string): string => {
      const form = { customer, amount: String(amount), currency, payment_method: `pm_good_${randomUUID()}` };
      const { body } = create(
        "payment_intent",
        new URLSearchParams({ ...form, confirm: "true", off_session: "true" }),
      );
      return (body as { id: string }).id;
    },
    dispute: (intent: string, status: Stripe.Dispute.Status): string => {
      const charge = chargeOf(intent);
      const known = [...disputes.values()].find(({ payment_intent }) => payment_intent === intent);
      const dispute: Dispute = {
        id: known?.id ?? idOf("dp"),
        object: "dispute",
        amount: charge.amount - charge.amount_refunded,
        currency: charge.currency,
        charge: charge.id,
        payment_intent: intent,
        reason: "fraudulent",
        created: now(),
        evidence_details: { due_by: now() + 7 * 86_400 },
        ...known,
        status,
      };
      disputes.set(dispute.id, dispute);
      const isClosed = status === "won" || status === "lost" || status === "warning_closed";
      emitEvent(`charge.dispute.${isClosed ? "closed" : known ? "updated" : "created"}`, dispute);
      return dispute.id;
    },
    charges,
    customers,
    detached,
    route,
    answer: (id: string, approves: boolean): void => {
      const intent = intentOf(id);
      if (intent.status !== "requires_action") throw new Error(`The intent ${id} is ${intent.status}`);
      if (approves) succeed(intent);
      else
        cardError(
          intent,
          intent.object === "payment_intent"
            ? "payment_intent_authentication_failure"
            : "setup_intent_authentication_failure",
        );
    },
    confirm: (id: string, chosen: string): void =>
      void decide({ ...intentOf(id), payment_method: chosen }, false),
  };
}
