import { expect, type Locator, type Page } from '@playwright/test'
import type { Answer, Screenful } from '../journeys/borrower.ts'
import { lookAtFocus } from './focus-walk.ts'

/** More tab stops than any page has; needing more means a keyboard trap. */
const MOST_TABS = 150

/**
 * A borrower without a pointer: reaches everything by Tab, and uses Enter, Space and arrows. Every stop on the way must
 * show where it is and must not lie under anything.
 */
export class Keyboard {
  readonly page: Page
  readonly #wrong = new Set<string>()

  constructor(page: Page) {
    this.page = page
  }

  /** What was wrong with the stops so far. */
  get wrong(): readonly string[] {
    return [...this.#wrong]
  }

  /** Goes on by Tab until the target, or what is in it, has the focus. */
  async tabTo(target: Locator): Promise<void> {
    await target.first().waitFor()
    for (let tabs = 0; tabs < MOST_TABS; tabs += 1) {
      await this.page.keyboard.press('Tab')
      const stop = await this.page.evaluate(lookAtFocus)
      for (const wrong of stop?.wrong ?? []) this.#wrong.add(`${wrong}: ${stop?.name}`)
      const isThere = await target.evaluateAll((all) => all.some((one) => one === document.activeElement))
      if (isThere) return
    }
    throw new Error(`Tab never reaches ${String(target)}`)
  }

  /** A button or a link of that name. */
  async press(
    role: 'button' | 'link',
    name: string | RegExp,
    within: Page | Locator = this.page,
  ): Promise<void> {
    await this.tabTo(within.getByRole(role, { name }).first())
    await this.page.keyboard.press('Enter')
  }

  async type(target: Locator, text: string): Promise<void> {
    await this.tabTo(target)
    await this.page.keyboard.press('ControlOrMeta+a')
    await this.page.keyboard.type(text)
  }

  /** Ticks a box that is not ticked yet, such as a consent given before. */
  async tick(target: Locator): Promise<void> {
    await this.tabTo(target)
    if (!(await target.isChecked())) await this.page.keyboard.press('Space')
    await expect(target).toBeChecked()
  }

  /** Arrows move within a group; the group itself is one stop. */
  async choose(radios: Locator, wanted: Locator): Promise<void> {
    await this.tabTo(radios)
    const count = await radios.count()
    await this.page.keyboard.press('Space')
    for (let moves = 0; moves < count && !(await wanted.isChecked()); moves += 1)
      await this.page.keyboard.press('ArrowDown')
    await expect(wanted).toBeChecked()
  }

  /** One screen of a form. */
  async answer(answers: Screenful): Promise<void> {
    for (const answer of answers) await this.#answerOne(answer)
  }

  async #answerOne({ label, as, value }: Answer): Promise<void> {
    const name = new RegExp(`^${label}(?: \\(optional\\))?$`)
    if (as === 'typed') return this.type(this.page.getByLabel(name), value)
    if (as === 'chosen') {
      const list = this.page.getByLabel(name)
      await this.tabTo(list)
      await this.page.keyboard.type(value)
      return expect(list.locator('option:checked')).toHaveText(value)
    }
    const group = this.page.getByRole('group', { name })
    return this.choose(group.getByRole('radio'), group.getByRole('radio', { name: value, exact: true }))
  }
}
