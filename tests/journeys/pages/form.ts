import { expect, type Page } from '@playwright/test'
import type { Answer, Screenful } from '../borrower.ts'
import { expectAccessible } from './accessible.ts'

/** "First Name" and "First Name (optional)", but not "First Name of your employer". */
const labeled = (label: string): RegExp =>
  new RegExp(`^${label.replace(/[?()]/g, '\\$&')}(?: \\(optional\\))?$`)

const choice = (page: Page, { label, value }: Answer) =>
  page.getByRole('group', { name: labeled(label) }).getByRole('radio', { name: value, exact: true })

const field = (page: Page, { label }: Answer) => page.getByLabel(labeled(label))

/** Answers the fields of one screen as a person would, key by key. */
export async function fillIn(page: Page, answers: Screenful): Promise<void> {
  for (const answer of answers) {
    if (answer.as === 'ticked') await choice(page, answer).check()
    else if (answer.as === 'chosen') await field(page, answer).selectOption({ label: answer.value })
    else {
      await field(page, answer).fill('')
      await field(page, answer).pressSequentially(answer.value)
    }
  }
}

/** Answers what stands empty: what is filled in already is only looked at. */
export async function fillEmpty(page: Page, answers: Screenful): Promise<void> {
  for (const answer of answers) if (!(await isAnswered(page, answer))) await fillIn(page, [answer])
}

async function isAnswered(page: Page, answer: Answer): Promise<boolean> {
  if (answer.as === 'ticked') return choice(page, answer).isChecked()
  return (await field(page, answer).inputValue()) !== ''
}

/** Whether the screen shows exactly these answers. */
export async function expectAnswers(page: Page, answers: Screenful): Promise<void> {
  for (const answer of answers) {
    if (answer.as === 'ticked') await expect(choice(page, answer), answer.label).toBeChecked()
    else if (answer.as === 'chosen') {
      await expect(field(page, answer).locator('option:checked'), answer.label).toHaveText(answer.value)
    } else await expectTyped(page, answer)
  }
}

/** A field with its answer. A Social Security number never comes back once it is stored: its last four digits stand there. */
async function expectTyped(page: Page, answer: Answer): Promise<void> {
  const own = field(page, answer)
  const stored = page.getByText(`***-**-${answer.value.slice(-4)}`, { exact: true })
  await expect(own.or(stored), answer.label).toBeVisible()
  if (await stored.isVisible()) return
  await expect(own, answer.label).toHaveValue(answer.value)
}

export const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click()
export const goOn = (page: Page) => press(page, 'Continue')
export const goBack = (page: Page) =>
  page.getByRole('main').getByRole('button', { name: 'Back', exact: true }).click()

/** The heading of a receipt: the money first. */
export const RECEIPT = /^\$[\d.,]+ (will be taken|is your next payment)/

/** Waits for the page or step with this heading, and finds nothing on it that would keep anyone out. */
export async function expectHeading(page: Page, name: string | RegExp): Promise<void> {
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
  await expectAccessible(page)
}

export async function linkTo(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole('link', { name }).first().click()
}
