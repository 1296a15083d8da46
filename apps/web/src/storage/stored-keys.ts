/** What was typed and not yet saved stands under keys of local storage that begin so. */
export const DRAFT_PREFIX = 'dolphin.draft.'

/** Removes every key of local storage that begins with a prefix. */
export function removeStored(prefix: string): void {
  for (const name of Object.keys(localStorage)) if (name.startsWith(prefix)) localStorage.removeItem(name)
}
