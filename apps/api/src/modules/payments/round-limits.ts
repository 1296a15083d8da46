/** Most transactions in one transaction; the next round takes the rest. */
export const TRANSACTIONS_AT_ONCE = 500

/** Most transactions that a run over a whole portfolio names; it counts the others. */
export const MOST_NAMED = 1_000

/** The round under which failures of a batch are reported. */
export const BATCH_ROUND = 'batch'
