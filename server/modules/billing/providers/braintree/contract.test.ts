import { testGateway } from "../gateway-contract.ts";
import { startBraintreeStand } from "./testing.ts";

testGateway("braintree", startBraintreeStand);
