import { z } from 'zod'
import { defineCall } from './call.ts'
import { enteredApproval } from './shapes/approval.ts'
import { enters, may, toEnter } from './staff-rule.ts'
import {
  instant,
  portfolioId,
  queryInteger,
  queryPortfolioId,
  serialNo,
  sha256,
  text,
  versionNo,
  written,
} from './wire.ts'

export const versionedKind = z.enum([
  'portfolio',
  'product',
  'form',
  'policy',
  'coupon',
  'consent',
  'notice',
  'picture',
])

const fields = z.record(z.string(), z.unknown())

/** A data file of a portfolio as it stands in JSON. */
const versionedContent = z.union([fields, z.array(fields).max(1_000)])

/** One difference between two contents, each side as JSON; null where it has nothing there. */
const contentChange = z.strictObject({
  path: text(300),
  before: text(400).nullable(),
  after: text(400).nullable(),
})

/** One file of a portfolio's folder; a picture is `{ "svg": "<svg …" }`. */
const portfolioFile = z.strictObject({ file: text(120), content: versionedContent })

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
const portfolioReport = z.strictObject({
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
const portfolioRelease = z.strictObject({
  portfolioId,
  releaseNo: z.int(),
  act: z.enum(['publish', 'rollBack']),
  /** The files that it changes. */
  files: z.array(text(120)).max(500),
  /** Of all it changes. */
  sha256,
  note: text(500),
  enteredBy: text(120),
  enteredAt: instant,
  confirmedBy: text(120).nullable(),
  confirmedAt: instant.nullable(),
})

export const checkPortfolioCall = defineCall({
  name: 'checkPortfolio',
  method: 'POST',
  path: '/dolphin-ops/portfolio/check',
  feature: 'portfolios',
  access: 'operations',
  staff: may('draft.edit'),
  request: { body: z.strictObject({ portfolioId, files: z.array(portfolioFile).min(1).max(300) }) },
  reply: portfolioReport,
  refusals: [],
  idempotent: false,
  summary: 'Judges a whole portfolio as its publication would, and changes nothing',
  source: 'ours',
})

export const listReleasesCall = defineCall({
  name: 'listReleases',
  method: 'GET',
  path: '/dolphin-ops/portfolio/release',
  feature: 'portfolios',
  access: 'operations',
  staff: may('draft.edit'),
  request: { query: z.strictObject({ portfolioId: queryPortfolioId }) },
  reply: z.strictObject({ releases: z.array(portfolioRelease).max(200) }),
  refusals: [],
  idempotent: false,
  summary: 'The releases of a portfolio: who entered and who published them',
  source: 'ours',
})

const version = z.strictObject({
  kind: versionedKind,
  key: text(64),
  version: versionNo,
  sha256,
  /** shipped with a deploy, or published since. */
  origin: z.enum(['shipped', 'published']),
  author: text(120),
  note: text(500),
  recordedAt: instant,
  activeFrom: instant,
  /** Whether borrowers meet it now. */
  inEffect: z.boolean(),
})

export const listVersionCall = defineCall({
  name: 'listVersion',
  method: 'GET',
  path: '/dolphin-ops/version',
  feature: 'portfolios',
  access: 'operations',
  staff: may('draft.edit'),
  request: {
    query: z.strictObject({
      portfolioId: queryPortfolioId,
      kind: versionedKind.optional(),
      key: text(64).optional(),
      /** With kind and key: that version alone, with its content. */
      version: queryInteger(1, 1_000_000).optional(),
    }),
  },
  reply: z.strictObject({
    versions: z.array(version).max(1_000),
    /** The one version asked for, and what it changed from the one before. */
    detail: z
      .strictObject({ content: versionedContent, changes: z.array(contentChange).max(200) })
      .nullable(),
  }),
  refusals: ['notFound'],
  idempotent: false,
  summary: 'Versions of portfolio, products, forms, policy, consents and notices',
  source: 'ours',
})

export const previewPortfolioCall = defineCall({
  name: 'previewPortfolio',
  method: 'POST',
  path: '/dolphin-ops/portfolio/preview',
  feature: 'portfolios',
  access: 'operations',
  staff: may('draft.edit'),
  replyType: 'file',
  request: {
    body: z.strictObject({
      portfolioId,
      /** A folder's files; or else a release as it was entered. */
      files: z.array(portfolioFile).max(300).optional(),
      releaseNo: serialNo.optional(),
    }),
  },
  reply: z.unknown(),
  refusals: ['notFound'],
  idempotent: false,
  summary: 'What a portfolio would look like and say: one ZIP of its theme, notices, consents and agreements',
  source: 'ours',
})

export const publishVersionCall = defineCall({
  name: 'publishVersion',
  method: 'POST',
  path: '/dolphin-ops/version',
  feature: 'portfolios',
  access: 'operations',
  staff: enters('draft.publish'),
  request: {
    body: z.strictObject({
      portfolioId,
      kind: versionedKind,
      key: text(64),
      /** The version that was edited; 0 for something new. Another one since is a conflict. */
      baseVersion: versionNo,
      /** The whole data file, judged by its own schema; its version number is given by the server. */
      content: versionedContent,
      /** At once where it is left out. */
      activeFrom: instant.optional(),
      note: written(500),
      /** check judges and changes nothing. */
      mode: z.enum(['check', 'publish']),
    }),
  },
  reply: z.strictObject({
    kind: versionedKind,
    key: text(64),
    version: versionNo,
    sha256,
    activeFrom: instant,
    /** Of a publication, which another confirms; null where it was only judged. */
    approval: enteredApproval.nullable(),
    changes: z.array(contentChange).max(200),
  }),
  refusals: ['notFound', 'conflict'],
  idempotent: true,
  summary: 'Judges a new version of portfolio data, or enters it for publication',
  source: 'ours',
})

export const releasePortfolioCall = defineCall({
  name: 'releasePortfolio',
  method: 'POST',
  path: '/dolphin-ops/portfolio/release',
  feature: 'portfolios',
  access: 'operations',
  staff: {
    kind: 'byField',
    field: 'act',
    needs: {
      publish: toEnter('draft.publish'),
      rollBack: toEnter('draft.rollBack'),
    },
    about: 'request',
  },
  request: {
    body: z.strictObject({
      portfolioId,
      /** Both only enter; nothing changes until another employee confirms. */
      act: z.enum(['publish', 'rollBack']),
      /** publish: the folder's files. */
      files: z.array(portfolioFile).max(300).optional(),
      note: written(500),
    }),
  },
  reply: z.strictObject({
    release: portfolioRelease,
    approval: enteredApproval,
    /** File by file what it changes; each path begins with the file. */
    changes: z.array(contentChange).max(500),
  }),
  refusals: ['conflict'],
  idempotent: true,
  summary: 'Enters a whole portfolio for publication, or its way back; another employee confirms it',
  source: 'ours',
})
