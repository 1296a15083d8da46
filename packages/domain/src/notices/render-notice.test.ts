import { expect, test } from 'vitest'
import type { Lender } from '../portfolios/portfolio.ts'
import type { NoticeValues } from './notice-kind.ts'
import { renderNotice } from './render-notice.ts'

const lender: Lender = {
  brandName: 'Sample & Sons',
  legalName: 'Sample & Sons, LLC',
  address: { street: '1 Main St', city: 'Dover', state: 'DE', zip: '19901' },
  phone: '3025550100',
  email: 'help@lender.example',
  hours: { en: 'always', es: 'siempre' },
  licenceText: { en: 'sample', es: 'muestra' },
  federalAgency: { name: 'Agency', address: 'Washington, DC' },
}

const noia = {
  kind: 'noia' as const,
  version: 1,
  subject: { en: 'Application {loanNo}', es: 'Solicitud {loanNo}' },
  body: { en: 'Hello {firstName},\n\n{missing}\n\n{link}\n\n{brandName}\n{lenderPhone}', es: '{firstName}' },
}
const values = {
  firstName: '<b>Ann</b>',
  loanNo: '118-1',
  missing: ['Bank & pay', 'ID'],
  answerBy: '03/02/2026',
  link: 'https://x.example/?a=1&b=2',
}

test('domain.md §11: placeholders are set in subject, text and HTML; what a person typed never becomes markup', () => {
  const { subject, text, html } = renderNotice(noia, lender, 'en', values)
  expect(subject).toBe('Application 118-1')
  expect(text).toBe(
    'Hello <b>Ann</b>,\n\n- Bank & pay\n- ID\n\nhttps://x.example/?a=1&b=2\n\nSample & Sons\n(302) 555-0100',
  )
  expect(html).toBe(
    [
      '<p>Hello &lt;b&gt;Ann&lt;/b&gt;,</p>',
      '<ul><li>Bank &amp; pay</li><li>ID</li></ul>',
      '<p><a href="https://x.example/?a=1&amp;b=2">https://x.example/?a=1&amp;b=2</a></p>',
      '<p>Sample &amp; Sons<br>(302) 555-0100</p>',
    ].join('\n'),
  )
})

test('a value is not read as a template', () => {
  expect(renderNotice(noia, lender, 'es', { ...values, firstName: '{link}' }).text).toBe('{link}')
})

test('a missing placeholder and a link that could run are bugs, not mails', () => {
  const { loanNo: _, ...fewer } = values
  expect(() =>
    renderNotice(noia, lender, 'en', fewer as Partial<NoticeValues<'noia'>> as NoticeValues<'noia'>),
  ).toThrow('loanNo has a value')
  expect(() => renderNotice(noia, lender, 'en', { ...values, link: 'javascript:alert(1)' })).toThrow('http')
})
