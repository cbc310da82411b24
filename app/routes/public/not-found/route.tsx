import "~/ui/kit";
/** Every address that names nothing. */
export function loader(): never {
  // eslint wants Errors; a thrown Response is how a route answers with a status.
  throw new Response(null, { status: 404 });
}

export default function NotFound() {
  return null;
}
