/** Reads at most once in a while; readers in between share what was read, and so do those that come at once. */
export function cachedFor<T>(ms: number, read: () => Promise<T>): () => Promise<T> {
  let held: { readonly at: number; readonly value: Promise<T> } | undefined
  return () => {
    const at = performance.now()
    if (held === undefined || at - held.at > ms) {
      const value = read()
      const mine = { at, value }
      held = mine
      // What failed is asked again.
      value.catch(() => {
        if (held === mine) held = undefined
      })
    }
    return held.value
  }
}
