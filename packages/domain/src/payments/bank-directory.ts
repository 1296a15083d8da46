/** A bank as the Federal Reserve's directory of ACH participants names it. */
export interface DirectoryBank {
  readonly routingNumber: string
  readonly bankName: string
  readonly city: string
  /** Two letters, as the directory has them. */
  readonly state: string
  /** Whether it takes commercial ACH entries. */
  readonly takesAch: boolean
  /** The number that took this one's place after a merger; null where it stands. */
  readonly newRoutingNumber: string | null
}

/** What a newer directory changes of an older one; each list by routing number. */
export interface DirectoryChanges {
  readonly added: readonly DirectoryBank[]
  readonly removed: readonly DirectoryBank[]
  readonly changed: readonly { readonly before: DirectoryBank; readonly after: DirectoryBank }[]
}

/** Compares two directories, whatever the order of their banks. */
export function directoryChanges(
  before: readonly DirectoryBank[],
  after: readonly DirectoryBank[],
): DirectoryChanges {
  const old = new Map(before.map((bank) => [bank.routingNumber, bank]))
  const kept = new Set(after.map(({ routingNumber }) => routingNumber))
  const changed = after.flatMap((bank) => {
    const earlier = old.get(bank.routingNumber)
    return earlier === undefined || isSame(earlier, bank) ? [] : [{ before: earlier, after: bank }]
  })
  return {
    added: after.filter(({ routingNumber }) => !old.has(routingNumber)),
    removed: before.filter(({ routingNumber }) => !kept.has(routingNumber)),
    changed,
  }
}

const isSame = (one: DirectoryBank, other: DirectoryBank): boolean =>
  one.bankName === other.bankName &&
  one.city === other.city &&
  one.state === other.state &&
  one.takesAch === other.takesAch &&
  one.newRoutingNumber === other.newRoutingNumber

/** Mergers follow one another; a longer chain than this is a fault of the directory. */
const MOST_NEW_NUMBERS = 5

/**
 * The bank that entries for a routing number go to: the one of its newest number. `undefined` where the directory does
 * not know it, or its newer numbers lead nowhere. Source: docs/facts/ssn-routing-phone.md §1.
 */
export async function bankOfRouting(
  routingNumber: string,
  find: (routingNumber: string) => Promise<DirectoryBank | undefined>,
): Promise<DirectoryBank | undefined> {
  let bank = await find(routingNumber)
  for (let followed = 0; followed < MOST_NEW_NUMBERS; followed += 1) {
    if (bank === undefined || bank.newRoutingNumber === null) return bank
    bank = await find(bank.newRoutingNumber)
  }
  return undefined
}
