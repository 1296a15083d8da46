import { z } from 'zod'
import { instant, portfolioId, sha256, text } from '../wire.ts'
import { versionedContent } from './operations.ts'

/** One file of a portfolio's folder; a picture is `{ "svg": "<svg …" }`. */
export const portfolioFile = z.strictObject({ file: text(120), content: versionedContent })

/** What a check found, as one sentence that says what to do. */
const portfolioFinding = z.strictObject({
  /** refused: it cannot be published so · note: it can, and this is worth knowing. */
  level: z.enum(['refused', 'note']),
  /** Below the folder of all portfolios: "119/portfolio.json". */
  file: text(200),
  path: text(200),
  message: text(700),
})

/** Everything a check looked at. */
export const portfolioReport = z.strictObject({
  portfolioId,
  /** Nothing is refused. */
  sound: z.boolean(),
  findings: z.array(portfolioFinding).max(500),
  /** What the policy says to invented applicants. */
  applicants: z
    .array(
      z.strictObject({
        name: text(120),
        outcome: text(20),
        maximum: text(20),
        reasons: z.array(text(64)).max(4),
        asExpected: z.boolean(),
      }),
    )
    .max(100),
  /** Plans at the edges of each product. */
  plans: z
    .array(
      z.strictObject({
        productCode: text(64),
        amount: text(20),
        frequency: z.int(),
        payments: z.int(),
        apr: text(20),
        totalOfPayments: text(20),
      }),
    )
    .max(100),
})

/** A portfolio's data as one employee entered them, and as another published them. */
export const portfolioRelease = z.strictObject({
  portfolioId,
  releaseNo: z.int(),
  act: z.enum(['publish', 'rollBack']),
  /** The files that it changes. */
  files: z.array(text(120)).max(500),
  /** Of all it changes; who confirms says it again. */
  sha256,
  note: text(500),
  enteredBy: text(120),
  enteredAt: instant,
  confirmedBy: text(120).nullable(),
  confirmedAt: instant.nullable(),
})
