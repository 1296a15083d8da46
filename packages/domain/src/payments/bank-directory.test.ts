import { expect, test } from 'vitest'
import { bankOfRouting, type DirectoryBank, directoryChanges } from './bank-directory.ts'

const bank = (routingNumber: string, more: Partial<DirectoryBank> = {}): DirectoryBank => ({
  routingNumber,
  bankName: 'Example Plains Bank',
  city: 'Amarillo',
  state: 'TX',
  takesAch: true,
  newRoutingNumber: null,
  ...more,
})

test('a newer directory says what it adds, changes and leaves out', () => {
  const [one, two, three] = [bank('119005718'), bank('121008813'), bank('072009026')]
  const renamed = { ...two, bankName: 'Example Coast Bank' }
  expect(directoryChanges([one, two], [renamed, three])).toEqual({
    added: [three],
    removed: [one],
    changed: [{ before: two, after: renamed }],
  })
  expect(directoryChanges([one, two], [two, one])).toEqual({ added: [], removed: [], changed: [] })
})

test('the number that took the place of another is followed, and a circle leads nowhere', async () => {
  const banks = [
    bank('119005718', { newRoutingNumber: '121008813' }),
    bank('121008813', { newRoutingNumber: '072009026' }),
    bank('072009026', { bankName: 'Example Lakes Bank' }),
    bank('083006115', { newRoutingNumber: '083006115' }),
    bank('109007331', { newRoutingNumber: '124004555' }),
  ]
  const find = (number: string) =>
    Promise.resolve(banks.find(({ routingNumber }) => routingNumber === number))
  expect((await bankOfRouting('119005718', find))?.bankName).toBe('Example Lakes Bank')
  expect(await bankOfRouting('083006115', find)).toBeUndefined()
  expect(await bankOfRouting('109007331', find)).toBeUndefined()
  expect(await bankOfRouting('000000000', find)).toBeUndefined()
})
