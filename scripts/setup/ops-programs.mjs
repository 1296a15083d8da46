/** First words of the commands that need the server's own settings, keys or database. */
const ADMIN_WORDS = ['administrator', 'erasures', 'keys', 'schema']

/**
 * The built programs of `apps/api/dist` that a command line of `npm run ops` is for: the client of the staff calls
 * (apps/ops-cli) or the server's admin program (apps/api/src/admin); without a command both, for their help.
 * @param {readonly string[]} args
 */
export function opsPrograms([word = '--help']) {
  if (word.startsWith('-')) return ['ops.js', 'admin.js']
  return [ADMIN_WORDS.includes(word) ? 'admin.js' : 'ops.js']
}
