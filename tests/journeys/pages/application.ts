import type { Page } from '@playwright/test'
import type { Borrower, FormSection } from '../borrower.ts'
import { expectHeading, fillIn, goOn, linkTo, press } from './form.ts'

export const FORM_SECTIONS: readonly FormSection[] = ['personal', 'employment', 'bank', 'question']

/** The heading of the first screen of each section, and of what follows the last. */
export const SECTION_HEADINGS: Readonly<Record<FormSection | 'IBV', string>> = {
  personal: 'Your name and birth date',
  employment: 'Your income',
  bank: 'Your bank account',
  question: 'A few questions',
  IBV: 'Connect your bank',
}

/** From the home page to the first question. */
export async function beginApplication(page: Page): Promise<void> {
  await linkTo(page, 'Find your loan')
  await press(page, 'Start my application')
  await expectHeading(page, SECTION_HEADINGS.personal)
}

/** Fills the screens of a section without saving the last one. */
export async function typeSection(page: Page, borrower: Borrower, section: FormSection): Promise<void> {
  await expectHeading(page, SECTION_HEADINGS[section])
  const screens = borrower.sections[section]
  for (const [index, answers] of screens.entries()) {
    await fillIn(page, answers)
    if (index < screens.length - 1) await goOn(page)
  }
}

/** All four sections, each saved. */
export async function fillApplication(page: Page, borrower: Borrower): Promise<void> {
  for (const section of FORM_SECTIONS) {
    await typeSection(page, borrower, section)
    await goOn(page)
  }
  await expectHeading(page, SECTION_HEADINGS.IBV)
}

/** Signs in at the sandbox bank as one of its users, shares what it offers, and comes back. */
export async function visitBank(page: Page, username: string): Promise<void> {
  await expectHeading(page, 'Sign in to your bank')
  await page.getByLabel('User name').fill(username)
  await page.getByLabel('Password').fill('pass_good')
  await press(page, 'Sign in')
  const choose = page.getByRole('heading', { name: 'Choose your accounts' })
  const back = page.getByRole('link', { name: 'Back to your application' })
  await choose.or(back).waitFor()
  if (await choose.isVisible()) {
    await press(page, 'Continue')
    await press(page, 'Share and continue')
  }
  await back.click()
}

/** Chooses a bank of those listed and opens its page; the sandbox's first one where none is named. */
export async function chooseBank(page: Page, name = 'Sandbox Community Bank'): Promise<void> {
  await page.getByRole('radio', { name }).check()
  await press(page, 'Continue')
}

/** Links the bank from the application's own step. */
export async function linkBank(page: Page, username: string): Promise<void> {
  await chooseBank(page)
  await visitBank(page, username)
}

/** Opens the statement upload from the bank's step, where it may be behind the quiet line. */
export async function openUpload(page: Page): Promise<void> {
  const upload = page.getByRole('button', {
    name: /^(?:Upload a bank statement instead|Send another statement)$/,
  })
  const line = page.getByText('Can’t connect?')
  await upload.or(line).first().waitFor()
  if (!(await upload.isVisible())) await line.click()
  await upload.click()
}

/** The answers are checked and the amount is asked for; a link that took a moment is waited for first. */
export async function askForAmount(page: Page): Promise<void> {
  const linked = page.getByRole('heading', { name: 'Your bank account is linked' })
  const check = page.getByRole('heading', { name: 'Check your answers' })
  await linked.or(check).waitFor()
  if (await linked.isVisible()) await goOn(page)
  await expectHeading(page, 'Check your answers')
  await press(page, 'See my amount')
}

/** Everything up to the offer. */
export async function applyUpToBank(page: Page, borrower: Borrower): Promise<void> {
  await beginApplication(page)
  await fillApplication(page, borrower)
}
