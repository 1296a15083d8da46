/**
 * The path within this site of an address that the server named, such as the page of a new signing.
 * Undefined for any other site: then the whole window has to go there.
 */
export function ownPath(address: string): string | undefined {
  const url = new URL(address, location.origin)
  return url.origin === location.origin ? url.pathname + url.search : undefined
}
