import { ContractPage } from "./contract-page.tsx";

/** Withdraws from a contract without signing in. */
export const Page = () => <ContractPage kind="withdraw" />;
