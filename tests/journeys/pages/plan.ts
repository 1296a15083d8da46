import type { Page } from '@playwright/test'
import { expectHeading, press } from './form.ts'

/** The screen on which amount and plan are chosen. */
export const OFFER = /^You can borrow up to \$/

/** Takes the offered amount and plan as they stand, up to the check before signing. */
export async function takePlan(page: Page): Promise<void> {
  await expectHeading(page, OFFER)
  await press(page, 'Continue')
  await expectHeading(page, 'Check your loan')
}

/** What the borrower saw before signing. */
export interface AgreedPlan {
  /** What reaches the account, as shown: the amount less a fee that is taken from it at once. */
  readonly received: string
  readonly firstPayment: string
}

/** Reads the check page: each row is a term and its value. */
export async function agreedPlan(page: Page): Promise<AgreedPlan> {
  const value = async (term: string) => {
    const label = page.getByRole('term').filter({ hasText: new RegExp(`^${term}$`) })
    const [shown = ''] = (await label.locator('xpath=following-sibling::dd[1]').innerText()).split('\n')
    return shown.trim()
  }
  const [firstPayment = ''] = (await value('First and last payment')).split(' and ')
  return { received: await value('Amount financed'), firstPayment }
}
