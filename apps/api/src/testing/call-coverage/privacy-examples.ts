import type { Example } from './example.ts'

const note = 'Looked at it'

type PrivacyCall =
  | 'readMyData'
  | 'copyMyData'
  | 'requestMyData'
  | 'listDataRequest'
  | 'searchDataRequest'
  | 'exportDataRequest'
  | 'enterPersonExport'
  | 'exportPerson'
  | 'correctPerson'
  | 'erasePerson'
  | 'answerDataRequest'
  | 'previewRetention'
  | 'runRetention'
  | 'setLegalHold'
  | 'liftLegalHold'
  | 'listLegalHold'

/** One valid request for each call of retention, legal holds and a person's own data. */
export const PRIVACY_EXAMPLES: { readonly [Name in PrivacyCall]: Example<Name> } = {
  readMyData: () => ({}),
  copyMyData: () => ({ query: { format: 'json' } }),
  requestMyData: () => ({ body: { kind: 'correction', details: 'My street is 14 Elm Street.' } }),
  listDataRequest: ({ owner }) => ({ params: { openId: owner.openId } }),
  searchDataRequest: () => ({ query: {} }),
  exportDataRequest: () => ({ query: {} }),
  enterPersonExport: ({ owner }) => ({ body: { openId: owner.openId, note } }),
  exportPerson: ({ owner }) => ({ params: { openId: owner.openId } }),
  correctPerson: ({ owner }) => ({ body: { openId: owner.openId, right: { firstName: 'Robin' }, note } }),
  erasePerson: ({ owner }) => ({ body: { openId: owner.openId, note } }),
  answerDataRequest: ({ owner }) => ({
    body: { openId: owner.openId, requestNo: 'P999999999', outcome: 'refused', answer: note },
  }),
  previewRetention: () => ({}),
  runRetention: () => ({ body: {} }),
  setLegalHold: ({ loanNo }) => ({
    body: { portfolioId: 118, scope: 'loan', subject: loanNo, reason: note },
  }),
  liftLegalHold: () => ({ body: { portfolioId: 118, holdNo: 'H999999999', reason: note } }),
  listLegalHold: () => ({ query: { portfolioId: 118 } }),
}
