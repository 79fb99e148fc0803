import { testOwner } from "../owner-contract.ts";
import { startRevenueCatStand } from "./testing.ts";

testOwner("revenuecat", startRevenueCatStand);
