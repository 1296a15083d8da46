/**
 * What a statement file may be at most. Source: design/security.md T16; those without a source are our
 * decision.
 */
export const STATEMENT_LIMITS = {
  /** contract.md "upload-bank-statement". */
  bytes: 10 * 1024 * 1024,
  rows: 100_000,
  columns: 50,
  cellCharacters: 1_000,
  recordCharacters: 20_000,
  /** Banks put some lines about the account above the headings. */
  rowsBeforeHeadings: 20,
  /** Bad rows told one by one; the rest is a number. */
  badRowsReported: 20,
  /** One bad row in so many is taken, and listed; more, and the file is refused. */
  rowsPerBadRow: 20,
  pixels: 40_000_000,
  pictureParts: 50_000,
  readMs: 30_000,
  memoryMb: 256,
} as const
