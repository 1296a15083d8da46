/** In place of what the employee's roles do not read; a colleague's may. */
export const NotForRole = () => (
  <p className="muted">Not for your role. Ask a colleague whose role reads decisions and answers.</p>
)
