import type { IbvProvider } from '@dolphin/integrations/ibv/provider'
import { expect, test } from 'vitest'
import { linkProviders } from './link-choice.ts'

const aProvider = (id: IbvProvider['id'], isAvailable = true): IbvProvider => ({
  id,
  displayName: id,
  isAvailable,
  findInstitutions: () => Promise.reject(new Error('not asked')),
  readInstitution: () => Promise.reject(new Error('not asked')),
  createLinkSession: () => Promise.reject(new Error('not asked')),
  pollStatus: () => Promise.reject(new Error('not asked')),
  fetchReport: () => Promise.reject(new Error('not asked')),
  closeSession: () => Promise.reject(new Error('not asked')),
})
const idsOf = (...providers: IbvProvider[]) =>
  linkProviders(
    { ibvProvider: 'plaid', ibvFallbacks: ['mx', 'statementUpload', 'person'] },
    new Map(providers.map((one) => [one.id, one])),
  ).map(({ id }) => id)

test('domain.md §5: the portfolio’s own provider first, then the others it names', () => {
  expect(idsOf(aProvider('mx'), aProvider('plaid'), aProvider('sandbox'))).toEqual(['plaid', 'mx'])
})

test('the sandbox bank stands in for one that was never set up, if there is one', () => {
  expect(idsOf(aProvider('sandbox'))).toEqual(['sandbox'])
  expect(idsOf(aProvider('mx'), aProvider('sandbox'))).toEqual(['sandbox', 'mx'])
  expect(idsOf()).toEqual([])
})

test('who does not answer just now comes last', () => {
  expect(idsOf(aProvider('plaid', false), aProvider('mx'))).toEqual(['mx', 'plaid'])
})
