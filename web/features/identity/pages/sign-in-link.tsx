import { formPage } from "../components/form-page.tsx";

export const Page = formPage(async () => (await import("../forms/sign-in-link-form.tsx")).SignInLinkForm);
