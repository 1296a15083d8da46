import { MINUTE_MS } from '../time/durations.ts'

/** How long a work item is an employee's after they took or renewed it, in minutes. Source: docs/design/console.md, Work. */
const LEASE_MINUTES = 15

/** Who took a work item, and when they took or last renewed it. */
interface Lease {
  readonly takenBy: string | null
  readonly takenAt: Date | null
}

/** An item that was taken or last renewed at this instant or before is free at `now`. */
export const leasesEndedAt = (now: Date): Date => new Date(now.getTime() - LEASE_MINUTES * MINUTE_MS)

/** Who has a work item at an instant; null where it is free. */
export const holderAt = ({ takenBy, takenAt }: Lease, now: Date): string | null =>
  takenAt !== null && takenAt > leasesEndedAt(now) ? takenBy : null
