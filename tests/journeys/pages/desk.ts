import { type Browser, type CDPSession, expect, type Page } from '@playwright/test'
import { axeFindings } from '../../ux/inspectors.ts'
import type { Product } from '../product.ts'

/** Where the desk is. */
type DeskPlace = Pick<Product, 'deskAddress'>

/** What two colleagues pass on to someone new, each one half. */
export interface Invitation {
  readonly link: string
  readonly code: string
}

/** Authenticators that were plugged into a browser, the newest last. */
const plugged = new WeakMap<CDPSession, string>()

/** Plugs a security key in, in place of the one before. */
async function plugIn(session: CDPSession, isSynced: boolean): Promise<void> {
  const before = plugged.get(session)
  if (before !== undefined)
    await session.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId: before })
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'usb',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
      defaultBackupEligibility: isSynced,
      defaultBackupState: isSynced,
    },
  })
  plugged.set(session, authenticatorId)
}

/** An employee with a browser and a security key of their own. */
export class Employee {
  readonly name: string
  readonly page: Page
  readonly #place: DeskPlace
  readonly #keys: CDPSession

  private constructor(place: DeskPlace, name: string, page: Page, keys: CDPSession) {
    this.#keys = keys
    this.#place = place
    this.name = name
    this.page = page
  }

  /** `isSynced`: with a phone, whose owner's cloud account copies passkeys. */
  static async open(
    place: DeskPlace,
    browser: Browser,
    name: string,
    { isSynced = false } = {},
  ): Promise<Employee> {
    const context = await browser.newContext()
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await session.send('WebAuthn.enable')
    await plugIn(session, isSynced)
    return new Employee(place, name, page, session)
  }

  /** Opens a page of the desk by its address. */
  async goTo(path: string): Promise<void> {
    await this.page.goto(this.#place.deskAddress(path))
  }

  /** Presses a button of the open dialog. */
  async inDialog(name: string): Promise<void> {
    await this.page.getByRole('dialog').getByRole('button', { name, exact: true }).click()
  }

  /** Opens the file that this finds, by the keyboard. */
  async find(what: string): Promise<void> {
    await this.page.keyboard.press('Control+k')
    await this.page.keyboard.type(what)
    await this.page.keyboard.press('Enter')
    await this.sees('Read as ')
    await this.page.keyboard.press('ArrowDown')
    await this.page.keyboard.press('Enter')
    await expect(this.page).toHaveURL(/\/customers\//)
  }

  /** Signs in as someone of the demonstration, whose passkey the server holds. */
  async demonstrate(): Promise<void> {
    await this.goTo('/sign-in')
    await this.page.getByRole('button', { name: this.name }).click()
    await expect(this.page.getByRole('heading', { name: 'Today', level: 1 })).toBeVisible()
  }

  /** Opens a page by its link in the menu. */
  async choose(place: string): Promise<void> {
    await this.page.getByRole('navigation', { name: 'Desk' }).getByRole('link', { name: place }).click()
  }

  async press(name: string): Promise<void> {
    await this.page.getByRole('button', { name, exact: true }).click()
  }

  async fill(label: string, text: string): Promise<void> {
    await this.page.getByLabel(label, { exact: true }).fill(text)
  }

  async sees(text: string | RegExp): Promise<void> {
    await expect(this.page.getByText(text).first()).toBeVisible()
  }

  /** Comes in by both halves of the invitation, and makes a passkey. */
  async enroll({ link, code }: Invitation): Promise<void> {
    await this.page.goto(link)
    await this.fill('Code of the invitation', code)
    await this.press('Continue')
    await this.sees(`Welcome, ${this.name}`)
    await this.fill('Name of the passkey', 'Blue key')
    await this.press('Make the passkey')
    await this.sees('You are enrolled.')
  }

  async signIn(): Promise<void> {
    await this.press('Sign in with a passkey')
    await expect(this.page.getByRole('heading', { name: 'Today', level: 1 })).toBeVisible()
  }

  /** Adds a passkey of a second security key, which takes the place of the first in the machine from then on. */
  async addSecondKey(): Promise<void> {
    await this.choose('My account')
    await this.page.exposeFunction('changeKey', () => plugIn(this.#keys, false))
    await this.page.evaluate(() => {
      const make = navigator.credentials.create.bind(navigator.credentials)
      const { changeKey } = window as unknown as { readonly changeKey: () => Promise<void> }
      navigator.credentials.create = async (options) => {
        await changeKey()
        return await make(options)
      }
    })
    await this.press('Add a passkey')
    await this.fill('Name of the passkey', 'Spare key')
    await this.inDialog('Prove and add')
    await this.sees('Spare key is added.')
  }

  /** Enters an invitation with one role, up to an amount where the role decides money, and gets the code. */
  async invite(name: string, role: string, limit?: string): Promise<string> {
    await this.choose('People')
    await this.press('Invite')
    await this.fill('Name', name)
    await this.fill('Work email', `${name.replaceAll(' ', '.').toLowerCase()}@desk.example`)
    await this.page.getByLabel('Role', { exact: true }).selectOption({ label: role })
    if (limit !== undefined) await this.fill('Amount limit', limit)
    await this.press('Enter the invitation')
    const code = await this.page
      .getByRole('status')
      .filter({ hasText: /^\w{5}-\w{5}$/ })
      .textContent()
    await this.press('Done')
    return code ?? ''
  }

  /** Confirms what a colleague entered, by passkey. */
  async confirm(title: RegExp, amount?: string): Promise<void> {
    await this.goTo('/approvals')
    await this.page.getByRole('link', { name: title }).click()
    await this.press('Confirm with passkey')
    if (amount !== undefined) await this.fill(`Type the amount again: ${amount}`, amount)
    await this.press('Sign and confirm')
  }

  /** The link of an invitation that this employee has just confirmed. */
  async takeLink(): Promise<string> {
    const link = await this.page.getByRole('status').filter({ hasText: '/enroll#' }).textContent()
    await this.press('Done')
    return link ?? ''
  }

  /** Looks at the page as it stands, in the light and in the dark. */
  async expectAccessible(): Promise<void> {
    for (const colorScheme of ['light', 'dark'] as const) {
      await this.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      expect(await axeFindings(this.page), `${this.page.url()} ${colorScheme}`).toEqual([])
    }
    await this.page.emulateMedia({ colorScheme: 'light' })
  }
}
