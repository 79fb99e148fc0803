/** Public API of the router for pages and components. */
export { useLocation, useNavigate, useParams, useSearch } from "./hooks.ts";
export { Link } from "./link.tsx";
