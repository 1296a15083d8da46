import { expect, type Page } from '@playwright/test'
import { type Borrower, type FormSection, NEEDED_QUESTIONS } from '../borrower.ts'
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

/** Says where and how much; every portfolio lends in Utah. */
export async function answerStart(page: Page): Promise<void> {
  await expectHeading(page, 'How much do you need?')
  await page.getByLabel('ZIP code').fill('84101')
  await expect(page.getByLabel('State')).toHaveValue('UT')
  await goOn(page)
}

/** From the home page, over where and how much, to the first question. */
export async function beginApplication(page: Page): Promise<void> {
  await linkTo(page, 'Find your loan')
  await answerStart(page)
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

/** The sections that are asked for before the bank is linked, each saved. */
export async function fillApplication(page: Page, borrower: Borrower): Promise<void> {
  for (const section of borrower.beforeLink) {
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
  if (await choose.isVisible()) await press(page, 'Share and continue')
  // What was shared leads back at once; where nothing was, the bank says why
  await Promise.race([back.waitFor(), page.waitForURL(({ pathname }) => !isAtBank(pathname))])
  if (isAtBank(new URL(page.url()).pathname)) await back.click()
}

const isAtBank = (path: string): boolean => path.startsWith('/sandbox-bank/')

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

/** From the bank's step to typing what a bank would tell. */
export async function typeInstead(page: Page): Promise<void> {
  await expectHeading(page, SECTION_HEADINGS.IBV)
  await page.getByText('Can’t connect?').click()
  await press(page, /^Type it in/)
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

/** Waits until what the bank sent, or what was typed, stands there to be looked at; answers its heading. */
export async function awaitCheck(page: Page): Promise<'Is this right?' | 'Check your answers'> {
  const linked = page.getByRole('heading', { name: 'Your bank account is linked' })
  const confirm = page.getByRole('heading', { name: 'Is this right?' })
  const check = page.getByRole('heading', { name: 'Check your answers' })
  await linked.or(confirm).or(check).waitFor()
  // Who waited for the link is led on by the page itself
  if (await linked.isVisible()) await Promise.race([goOn(page).catch(() => {}), confirm.or(check).waitFor()])
  await confirm.or(check).waitFor()
  return (await check.isVisible()) ? 'Check your answers' : 'Is this right?'
}

/**
 * What the bank sent is confirmed with the questions that it does not answer, or what was typed is checked; then the amount
 * is asked for. A link that took a moment is waited for first.
 */
export async function askForAmount(page: Page): Promise<void> {
  if ((await awaitCheck(page)) === 'Check your answers') return press(page, 'See my amount')
  await expectHeading(page, 'Is this right?')
  if (await page.getByRole('group', { name: 'Military Service' }).isVisible()) {
    await fillIn(page, NEEDED_QUESTIONS)
  }
  await press(page, 'Yes, this is right')
}

/** Everything up to the offer. */
export async function applyUpToBank(page: Page, borrower: Borrower): Promise<void> {
  await beginApplication(page)
  await fillApplication(page, borrower)
}
