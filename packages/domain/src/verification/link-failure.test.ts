import { expect, test } from 'vitest'
import { LOCALES } from '../portfolios/localized.ts'
import { IbvStatus } from './ibv-status.ts'
import { LINK_FAILURES, linkFailureWords, statusOfProgress } from './link-failure.ts'

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
