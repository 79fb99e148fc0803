import { testGateway } from "../gateway-contract.ts";
import { startStripeStand } from "./testing.ts";

testGateway("stripe", startStripeStand);
