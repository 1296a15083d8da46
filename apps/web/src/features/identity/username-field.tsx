/**
 * The account that a new password belongs to, for password managers alone: without it they would save the password
 * under no name, or under the wrong one. Where the page may show a masked address only it stays empty, and the
 * manager fills in the name that it knows.
 */
export function UsernameField({ account }: { account?: string | undefined }) {
  return (
    <input
      type="text"
      name="username"
      autoComplete="username"
      className="visually-hidden"
      tabIndex={-1}
      aria-hidden="true"
      defaultValue={account ?? ''}
    />
  )
}
