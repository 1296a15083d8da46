/** Most transactions in one transaction; the next round takes the rest. */
export const TRANSACTIONS_AT_ONCE = 500

/** The round under which failures of a batch are reported. */
export const BATCH_ROUND = 'batch'
