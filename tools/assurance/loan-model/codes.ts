/** Numbers of product.md §3 and §4 that the laws name. Written here again on purpose: the model imports no product code. */
export const CREDIT = 14_000
export const DEBIT = 14_001
export const REFUND = 14_002

export const REJECTED = -1
export const PLANNED = 0
export const PENDING = 1
export const NOT_CHECKED = 2
export const CHECKED = 3
export const ON_BATCH = 4

export const APPROVED = 104
export const SENT = 201
const DISBURSED = 202
const PROCESSING = 203
export const SUSPENDED = 204
export const COLLECTING = 205
export const TERMINATED = 206

/** Statuses in which a loan is owed. */
export const LIVE: readonly number[] = [DISBURSED, PROCESSING, SUSPENDED, COLLECTING]
