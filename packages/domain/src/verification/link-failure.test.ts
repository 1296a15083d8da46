import { expect, test } from 'vitest'
import { LOCALES } from '../portfolios/localized.ts'
import { IbvStatus } from './ibv-status.ts'
import { costsTry, LINK_FAILURES, linkFailureWords, statusOfProgress } from './link-failure.ts'

test('every cause ends its link, with words of its own in every language', () => {
  const rules = Object.values(LINK_FAILURES)
  for (const { status } of rules) expect(status).toBeLessThan(IbvStatus.notStarted)
  const words = rules.flatMap((rule) => LOCALES.map((locale) => rule.words[locale]))
  expect(new Set(words).size).toBe(words.length)
})

test('a cause has its status, a status is its own; what is stored by another list has no words here', () => {
  expect(statusOfProgress('notEnabled')).toBe(IbvStatus.financialInstitutionError)
  expect(statusOfProgress(IbvStatus.inProgress)).toBe(IbvStatus.inProgress)
  expect(linkFailureWords('noReport')).toBe(LINK_FAILURES.noReport.words)
  expect(linkFailureWords('tooShort')).toBeUndefined()
  expect(linkFailureWords(null)).toBeUndefined()
})

test('a bank that was read and a refused sign-in cost a try; an outage, a lock and going back cost none', () => {
  const costly = Object.values(IbvStatus).filter((status) => costsTry(status, null))
  expect(costly.toSorted((a, b) => a - b)).toEqual([-1, 3, 20, 100])
  const causes = Object.entries(LINK_FAILURES).filter(([cause, { status }]) => costsTry(status, cause))
  expect(causes.map(([cause]) => cause)).toEqual(['noAccounts'])
  expect(costsTry(IbvStatus.accountError, 'notSupported'), 'a cause of an earlier end').toBe(true)
  expect(costsTry(IbvStatus.successful, 'accountLocked'), 'unlocked within the visit').toBe(true)
})
