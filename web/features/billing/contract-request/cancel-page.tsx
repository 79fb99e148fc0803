import { ContractPage } from "./contract-page.tsx";

/** Cancels a contract without signing in. */
export const Page = () => <ContractPage kind="cancel" />;
