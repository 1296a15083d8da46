import { expect, type Page } from '@playwright/test'
import { pdfText } from '../pdf.ts'
import { expectHeading, press } from './form.ts'

/** The bytes of the document that a press on the button opens in a tab of its own. */
export async function openedDocument(page: Page, button: string | RegExp): Promise<Buffer> {
  const answer = page.waitForResponse((response) => response.headers()['content-type'] === 'application/pdf')
  const tab = page.waitForEvent('popup')
  await press(page, button)
  const bytes = await (await answer).body()
  await (await tab).close()
  return bytes
}

/** The code in the bytes of a sample PDF, read with a program of others. */
export async function codeInPdf(bytes: Buffer): Promise<string> {
  const text = await pdfText(bytes)
  const code = /\b[A-Z0-9]{6,10}\b/.exec(text.replace(/^.*?(?:code|código)/is, ''))?.[0]
  if (code === undefined) throw new Error(`no code in: ${text}`)
  return code
}

/** Opens the sample PDF, types its code, and ticks the consents that are needed: electronic records among them. */
export async function proveRecords(page: Page): Promise<void> {
  const code = await codeInPdf(await openedDocument(page, 'Open the PDF (new tab)'))
  await page.getByLabel('Code from the PDF').fill(code)
  const needed = page.getByRole('group', { name: 'Needed to go on' }).getByRole('checkbox')
  for (const consent of await needed.all()) await consent.check()
}

/** From the agreement to the sign step: automatic payments are agreed to, the name is typed. */
export async function typeSignature(page: Page, name: string): Promise<void> {
  await expectHeading(page, 'Read your loan agreement')
  await press(page, /^I have read it/)
  await expectHeading(page, 'Sign your agreement')
  await page.getByRole('radio', { name: /^Autopay from my account/ }).check()
  await page.getByLabel('Your full name').fill(name)
}

/** The last question before it counts. */
export async function confirmSigning(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Sign now?' })
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: 'Sign now' }).click()
}

/** Reads and signs by typing the name. */
export async function readAndSign(page: Page, name: string): Promise<void> {
  await typeSignature(page, name)
  await press(page, 'Sign agreement')
  await confirmSigning(page)
}

/** Another window of the same customer on the same page, and the tickets that its channel receives. */
export async function openSecondWindow(
  page: Page,
): Promise<{ page: Page; tickets: () => readonly number[] }> {
  const second = await page.context().newPage()
  const tickets: number[] = []
  const connected = second.waitForEvent('websocket')
  second.on('websocket', (socket) => {
    socket.on('framereceived', ({ payload }) => {
      const ticket = /"ticket":(\d+)/.exec(String(payload))?.[1]
      if (ticket !== undefined) tickets.push(Number(ticket))
    })
  })
  await second.goto(page.url())
  await expectHeading(second, 'Read your loan agreement')
  await connected
  return { page: second, tickets: () => tickets }
}

/** The snackbar counts from 5 and leads to the home page (product.md §2). */
export async function expectRedirect(page: Page): Promise<void> {
  const said = (seconds: string) =>
    page.getByText(`All set. You will be redirected to the home page after ${seconds} seconds.`)
  await expect(said('5')).toBeVisible()
  await expect(said('3')).toBeVisible()
  await expect(page).toHaveURL(/\/home$/)
}
