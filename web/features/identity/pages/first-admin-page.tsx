import { formPage } from "../components/form-page.tsx";

export const Page = formPage(async () => (await import("../forms/first-admin-form.tsx")).FirstAdminForm);
