import { expect, test } from 'vitest'
import { aPortfolio } from '../../testing/a-portfolio.ts'
import { mailShell } from '../portfolios/mail-shell.ts'

test('T13, T14: neither a name nor a subject can break out of the HTML of a mail', () => {
  const evil = '"><script>alert(1)</script>'
  const portfolio = aPortfolio()
  const named = { ...portfolio, lender: { ...portfolio.lender, brandName: evil } }
  const html = mailShell(named, 'es', evil, '<p>Your code</p>')
  expect(html).not.toContain('<script>')
  expect(html.match(/&quot;&gt;&lt;script&gt;/g)).toHaveLength(3)
  expect(html).toContain('<html lang="es">')
  expect(html).toContain('<p>Your code</p>')
})
