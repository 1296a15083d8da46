import type { Example } from './example.ts'

const note = 'Looked at it'

type StatementCall =
  | 'acceptStatement'
  | 'refuseStatement'
  | 'releaseStatement'
  | 'listStatement'
  | 'exportStatement'
  | 'showStatement'
  | 'statementFile'

/** One valid request for each call of an underwriter about an uploaded statement. */
export const STATEMENT_EXAMPLES: { readonly [Name in StatementCall]: Example<Name> } = {
  acceptStatement: ({ statementRequest }) => ({
    body: { requestCode: statementRequest, accountTail: '2333', ownerName: null, findings: {}, note },
  }),
  refuseStatement: ({ statementRequest }) => ({
    body: { requestCode: statementRequest, reason: 'tooOld', note },
  }),
  releaseStatement: ({ statementRequest }) => ({ body: { requestCode: statementRequest, note } }),
  listStatement: () => ({ query: {} }),
  exportStatement: () => ({ query: {} }),
  showStatement: ({ statementRequest }) => ({ params: { requestCode: statementRequest } }),
  statementFile: ({ statementRequest }) => ({ params: { requestCode: statementRequest } }),
}
