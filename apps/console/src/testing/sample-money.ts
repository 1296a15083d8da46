import type { CallValue } from '../calls/call.ts'

const theme = {
  version: 1,
  domainOfWeb: 'example.com',
  domainOfWap: 'm.example.com',
  faviconUrl: '/favicon.ico',
  primaryColor: '#2450c4',
  secondaryColor: '#2450c4',
  thirdColor: '#2450c4',
  spinner: 1,
  legalName: 'Example Lending LLC',
  address: '1 Example Street, Wilmington, DE 19801',
  phone: '302-555-0147',
  email: 'help@example.com',
} as const

/** Two portfolios, the higher first, as no order is promised. */
export const PORTFOLIOS = {
  portfolios: [
    { ...theme, portfolioId: 118, brandName: 'Tidewater Installment' },
    { ...theme, portfolioId: 110, brandName: 'Redstone Lending' },
  ],
  whole: [],
} as unknown as CallValue<'listPortfolio'>

/** A file that the bank has and one that it does not have yet. */
export const BANK_FILES: CallValue<'listBankFile'> = {
  portfolioId: 110,
  day: '2026-03-17',
  sameDayCutOff: { at: '2026-03-18T12:00:00-04:00', day: '2026-03-18' },
  batchCutOff: { at: '2026-03-17T17:00:00-04:00', day: '2026-03-17' },
  files: [
    {
      fileName: 'B118-1.ach',
      sha256: 'a'.repeat(64),
      entries: 4,
      debitTotal: '1200.00',
      creditTotal: '500.00',
      cutAt: '2026-03-17T11:40:00-04:00',
      sentAt: '2026-03-17T11:41:00-04:00',
    },
    {
      fileName: 'B118-2.ach',
      sha256: 'b'.repeat(64),
      entries: 1,
      debitTotal: '0.00',
      creditTotal: '300.00',
      cutAt: '2026-03-17T14:50:00-04:00',
      sentAt: null,
    },
  ],
}

/** A return that was applied, and an entry that was kept apart. */
export const BANK_DAY: CallValue<'listBankEntry'> = {
  portfolioId: 110,
  day: '2026-03-17',
  entries: [
    {
      at: '2026-03-17T07:00:00-04:00',
      kind: 'return',
      code: 'R01',
      originalTrace: '123456780000001',
      amount: '288.51',
      loanNo: '110-0000011',
      transactionNo: 'T1',
      outcome: 'applied',
      reason: null,
      workItemNo: null,
      sha256: 'c'.repeat(64),
      line: 4,
    },
    {
      at: '2026-03-17T07:00:00-04:00',
      kind: 'unread',
      code: null,
      originalTrace: null,
      amount: null,
      loanNo: null,
      transactionNo: null,
      outcome: 'quarantined',
      reason: 'The addenda is cut off.',
      workItemNo: 'W000000012',
      sha256: 'c'.repeat(64),
      line: 9,
    },
  ],
  isCut: false,
}

const rates = [
  { kind: 'unauthorized', returns: 0, rate: '0.00', limit: '0.50', consequence: 'rule', status: 'ok' },
  { kind: 'administrative', returns: 3, rate: '2.80', limit: '3.00', consequence: 'inquiry', status: 'near' },
  { kind: 'overall', returns: 5, rate: null, limit: '15.00', consequence: 'inquiry', status: 'ok' },
] as const

export const RETURN_RATES: CallValue<'returnRate'> = {
  portfolioId: 110,
  day: '2026-03-17',
  windows: [
    { kind: 'sixtyDays', from: '2026-01-16', to: '2026-03-17', debits: 107, returns: [], rates: [...rates] },
    { kind: 'twoMonths', from: '2026-01-01', to: '2026-02-28', debits: 90, returns: [], rates: [...rates] },
  ],
}

/** A batch of one file with two held debits. */
export const aBatch = (dryRun: boolean): CallValue<'runBatch'> => ({
  portfolioId: 110,
  dryRun,
  batchDate: '2026-03-17',
  promisedUntil: '2026-03-17T16:30:00-04:00',
  goesOn: false,
  files: [
    {
      fileName: dryRun ? null : 'B118-3.ach',
      sha256: dryRun ? null : 'd'.repeat(64),
      effectiveEntryDate: '2026-03-18',
      credits: 1,
      debits: 1,
      prenotes: 0,
      sentBack: 0,
      creditTotal: '500.00',
      debitTotal: '288.51',
    },
  ],
  ineligible: [
    { loanNo: '118-0000021', amount: '100.00', rule: 'Two payments in a row failed' },
    { loanNo: '118-0000039', amount: '80.00', rule: 'Two payments in a row failed' },
  ],
  failed: [],
})
