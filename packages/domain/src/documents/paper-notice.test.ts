import { expect, test } from 'vitest'
import { localDate } from '../calendar/local-date.ts'
import { paperNotice } from './paper-notice.ts'

const input = {
  lender: {
    brandName: 'Sample',
    legalName: 'Sample, LLC',
    address: { street: '1 Main St', city: 'Dover', state: 'DE', zip: '19901' },
    phone: '(302) 555-0100',
    email: 'help@lender.example',
    hours: 'always',
    licenseText: 'sample',
    primaryColor: '#123456',
  },
  to: { name: 'Ada Example', address: { street: '2 Elm St', city: 'Dover', state: 'DE', zip: '19901' } },
  date: localDate(2026, 3, 4),
  loanNo: '118-0000013',
  locale: 'en' as const,
  subject: 'Your application is not complete',
  text: 'Hello Ada,\n\nWe need:\n\n- Your ID\n- Your bank account\n\nSample\n(302) 555-0100\n',
}

test('a letter begins with the address and the day, keeps every word of the notice, and says why it is on paper', () => {
  const { title, blocks, footer } = paperNotice(input)
  expect([title, footer]).toEqual([input.subject, 'Sample, Loan 118-0000013'])
  expect(blocks.slice(0, 2)).toEqual([
    { kind: 'paragraph', text: 'Ada Example\n2 Elm St\nDover, DE 19901' },
    { kind: 'paragraph', text: 'March 4, 2026' },
  ])
  expect(blocks).toContainEqual({ kind: 'list', ordered: false, items: ['Your ID', 'Your bank account'] })
  expect(blocks.at(-1)).toMatchObject({ text: expect.stringContaining('did not reach you') })
})

test('a letter in Spanish is Spanish throughout', () => {
  const { language, blocks } = paperNotice({ ...input, locale: 'es' })
  expect(language).toBe('es')
  expect(JSON.stringify(blocks)).toContain('4 de marzo de 2026')
  expect(JSON.stringify(blocks)).toContain('no le llegó')
})
