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
  /** Unreadable rows told one by one where they refuse a file; the rest is a number. */
  badRowsReported: 20,
  /** One unreadable row in so many is taken, and named; more, and the file is refused. */
  rowsPerBadRow: 20,
  /** So many unreadable rows are taken in a short file too. */
  badRowsTaken: 3,
  /** Skipped rows named one by one; the rest is a number. */
  skippedRowsNamed: 100,
  /** Rows that tell what a column holds. */
  rowsSampled: 500,
  /** Rows that the page shows where it asks which column is which, and characters of a cell. */
  rowsShown: 6,
  cellCharactersShown: 120,
  pixels: 40_000_000,
  /** A picture once unpacked, by what its header says: the most pixels in three colors of 8 bits. */
  decodedBytes: 120_000_000,
  pictureParts: 50_000,
  /** A statement of three months has some ten pages, and a page of 50 inches is a poster. */
  pdfPages: 60,
  pdfPageInches: 50,
  pdfWords: 100_000,
  /** Objects of all kinds, and nodes of the tree of pages. */
  pdfObjects: 50_000,
  pdfNodes: 1_000,
  /** Of fonts and pages together, but for pictures. */
  pdfUnpackedBytes: 48 * 1024 * 1024,
  /** A dense page has some 5,000; forms count as often as they are shown. */
  pdfOperators: 500_000,
  pdfForms: 1_000,
  pdfFormDepth: 12,
  /** Of processor time, which a busy machine does not lengthen: a statement takes less than a second. */
  processorMs: 8_000,
  readMs: 30_000,
  /** How long a file waits for a reader; its sender reads that we are busy, and keeps what they chose. */
  waitMs: 20_000,
  memoryMb: 256,
  /** Of the whole process: a picture of the most decoded bytes in all its states. */
  residentMb: 768,
} as const
