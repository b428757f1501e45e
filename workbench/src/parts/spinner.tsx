/** Something is going on. It stands still for those who want no motion, and is still told apart by its shape. */

export function Spinner({ label }: { readonly label?: string | undefined }) {
  return label === undefined ? (
    <span className="spinner" aria-hidden="true" />
  ) : (
    <span className="spinner" role="img" aria-label={label} />
  )
}
