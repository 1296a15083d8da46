import type { StoredLink, LinkStore } from '../link-store.ts'

/** Links kept in a map. */
export function linkMap(): LinkStore {
  const links = new Map<string, StoredLink>()
  const findBy = (fits: (link: StoredLink) => boolean) => Promise.resolve([...links.values()].find(fits))
  return {
    find: (id) => Promise.resolve(links.get(id)),
    findByRequestCode: (code) => findBy(({ requestCode }) => requestCode === code),
    findByConnection: (id) => findBy(({ connectionId }) => connectionId === id),
    save: (link) => Promise.resolve(void links.set(link.providerSessionId, link)),
  }
}
