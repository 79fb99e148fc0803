import { formPage } from "../components/form-page.tsx";

export const Page = formPage(async () => (await import("../forms/forgot-form.tsx")).ForgotForm);
