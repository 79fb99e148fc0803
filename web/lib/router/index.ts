/** What pages and components use of the router. */
export { useLocation, useNavigate, useParams, useSearch } from "./hooks.ts";
export { Link } from "./link.tsx";
