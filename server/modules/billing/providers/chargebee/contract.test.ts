import { testOwner } from "../owner-contract.ts";
import { startChargebeeStand } from "./testing.ts";

testOwner("chargebee", startChargebeeStand);
