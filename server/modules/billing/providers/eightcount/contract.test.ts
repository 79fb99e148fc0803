import { testGateway } from "../gateway-contract.ts";
import { startTestStand } from "./testing.ts";

testGateway("eightcount", startTestStand);
