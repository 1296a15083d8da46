/** What is kept of one link session at a vendor, so that any node can go on with it. */
export type StoredLink = {
  readonly providerSessionId: string
  readonly requestCode: string
  readonly portfolioId: number
  /** Where the borrower's browser goes. */
  readonly linkUrl: string
  readonly returnUrl: string
  /** The bank that was chosen before the visit, in the vendor's directory; null where the vendor's page asks. */
  readonly institutionId: string | null
  readonly expiresAt: Date
  /** What the vendor calls the linked bank (Plaid: item, MX: member); null until one is linked. */
  readonly connectionId: string | null
  /** Opens the linked bank's data; sealed where it is stored. */
  readonly accessToken: string | null
  /** The last thing that the vendor was asked to fetch beside what it fetches by itself; null before. */
  readonly askedFor: 'numbers' | 'owners' | null
  readonly closedAt: Date | null
}

/** Where one vendor's links live: the database in the product, a map in tests. */
export interface LinkStore {
  find(providerSessionId: string): Promise<StoredLink | undefined>
  findByRequestCode(requestCode: string): Promise<StoredLink | undefined>
  findByConnection(connectionId: string): Promise<StoredLink | undefined>
  /** Inserts, or replaces the link of that session. */
  save(link: StoredLink): Promise<void>
}
