import { expect, test } from '@playwright/test'
import { signInAgain } from '../journeys/pages/account.ts'
import { expectHeading, press, RECEIPT } from '../journeys/pages/form.ts'
import { openedDocument } from '../journeys/pages/signing.ts'
import { pdfText } from '../journeys/pdf.ts'
import { figure } from './money-tables.ts'
import { product, visit, loanNo, at, loanPath } from './money-scene.ts'

export function lateTests(): void {
  test('automatic payments end within three taps from home, with a confirmation and its PDF', async () => {
    const { page } = visit
    // Signing in under the same cookie took this page's session
    await signInAgain(visit)
    const taps: (() => Promise<unknown>)[] = [
      () => page.getByRole('link', { name: 'Turn autopay off' }).click(),
      () => press(page, 'See what changes'),
      () => page.getByRole('button', { name: 'Turn autopay off' }).click(),
    ]
    for (const tap of taps) await tap()
    await expectHeading(page, RECEIPT)
    expect(taps.length).toBeLessThanOrEqual(3)
    expect(await figure(page, /^Reference$/)).toMatch(/^C\d{9}$/)
    const document = await pdfText(await openedDocument(page, 'Open the confirmation (PDF)'))
    expect(document).toContain('Stop automatic payments')
    await product.mail(visit.borrower.email, 'authorizationEnded')
  })

  test('a loan that is behind: the way to help stands on home, on its page and on every change', async () => {
    const { page } = visit
    // A payment whose debit was sent before automatic payments ended is made; whether one was depends on today's weekday
    const [row] = await product.rows<{ day: string }>(
      `select to_char(min(i.due_date) + 12, 'YYYY-MM-DD') as day from installments i join loans l
        on l.portfolio_id = i.portfolio_id and l.plan_no = i.plan_no where l.loan_no = $1
        and not exists (select 1 from transactions t where t.portfolio_id = l.portfolio_id and t.loan_no = l.loan_no
          and t.purpose = 'installment' and t.status > 0 and t.effective_date = i.due_date)`,
      [loanNo],
    )
    await product.operate('clock', 'set', `${row?.day}T10:00:00-05:00`)
    await signInAgain(visit)
    await expect(page.getByText(/^\d+ days? past due$/)).toBeVisible()
    await expect(page.getByRole('link', { name: /^Pay \$[\d.,]+ now$/ })).toBeVisible()
    const acts = ['extra-payment', 'pay-off', 'pay-off-in-n', 'way-to-pay', 'payday']
    for (const path of [at('/home'), loanPath(), ...acts.map((act) => loanPath(`&change=${act}`))]) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.locator('a[href$="change=help"]').first(), path).toBeVisible()
      await expect(page.getByRole('main').locator('a[href^="tel:"]').first(), path).toBeVisible()
    }
  })
}
