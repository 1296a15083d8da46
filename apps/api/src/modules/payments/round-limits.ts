/** Most movements in one transaction; the next round takes the rest. */
export const MOVEMENTS_AT_ONCE = 500

/** The round under which failures of a batch are reported. */
export const BATCH_ROUND = 'batch'
