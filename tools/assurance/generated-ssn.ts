import { assert } from '@dolphin/domain/assert'

const AREA = 521
const FIRST_GROUP = 45
/** Above the endings by which the sandbox knows whom it takes for a covered borrower, and whom it knows nothing of. */
const FIRST_SERIAL = 3_000
const SERIALS = 7_000
const MOST = 385_000

/** A unique Social Security number for each index below 385,000, without a meaning to the sandbox. */
export function generatedSsn(index: number): string {
  assert(index < MOST, `there are numbers for ${MOST} people`)
  const group = FIRST_GROUP + Math.floor(index / SERIALS)
  const serial = FIRST_SERIAL + (index % SERIALS)
  return `${AREA}-${group}-${serial}`
}
