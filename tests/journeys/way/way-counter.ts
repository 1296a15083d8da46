import type { BrowserContext, Page } from '@playwright/test'
import { type Act, observeActs, PRESENT, REPORT, type Seen } from './observe.ts'

/** One screen of the way, as it stood when the borrower first did something on it. */
export interface Screen extends Seen {
  readonly name: string
  /** Fields and choices answered on it. */
  readonly answers: number
  readonly taps: number
}

interface Tally extends Seen {
  name: string
  fields: Set<string>
  taps: number
}

const UNSEEN: Seen = { words: 0, forward: 'none', shift: 0 }

/**
 * Counts what a way through the product asks of a person (docs/design/borrower-journey.md): a screen
 * is each new heading or dialog, mail, bank and PDF pages included; an answer is each field or choice set; a tap
 * each press of a button or link. The way begins with a tap on a page that is not part of it. A screen counts when
 * something is done on it, or when the walk says that the person looks at it, so that what flashes by while a page
 * loads does not.
 */
export class WayCounter {
  readonly #screens: Tally[] = []

  static async attach(context: BrowserContext): Promise<WayCounter> {
    const counter = new WayCounter()
    await context.exposeBinding(REPORT, (_source, act: Act) => counter.#take(act))
    await context.addInitScript(observeActs, [REPORT, PRESENT] as const)
    return counter
  }

  /** The person looks at the page as it stands and does nothing on it. */
  async look(page: Page): Promise<void> {
    const present = await page.evaluate(([name]) => window[name]?.(), [PRESENT] as const)
    if (present !== undefined) this.#at(present.screen, present.seen)
  }

  /** The person looks at something that is no page: a mail, a PDF; `taps` on it lead on. */
  lookElsewhere(name: string, taps = 0): void {
    this.#at(name, UNSEEN).taps += taps
  }

  /** The page on which the way began, and the screens of the way. */
  get screens(): readonly Screen[] {
    return this.#screens.map(({ fields, ...screen }) => ({ ...screen, answers: fields.size }))
  }

  #take({ kind, screen, field, seen }: Act): void {
    const tally = this.#at(screen, seen)
    if (kind === 'tap') tally.taps += 1
    else tally.fields.add(field)
  }

  /** The screen of that name, if it is the last one; else a new one. */
  #at(name: string, seen: Seen): Tally {
    const last = this.#screens.at(-1)
    if (last?.name === name) return last
    const tally = { name, ...seen, fields: new Set<string>(), taps: 0 }
    this.#screens.push(tally)
    return tally
  }
}

/** The table that the test prints: a line a screen, and the sums. */
export function tableOf(screens: readonly Screen[]): string {
  const lines = screens.map(({ name, answers, taps, words, forward, shift }, index) =>
    line([index, name, answers, taps, words, forward, shift.toFixed(3)]),
  )
  const sums = sumsOf(screens)
  return [
    line(['', 'screen', 'answers', 'taps', 'words', 'forward', 'shift']),
    ...lines,
    line([
      '',
      `${sums.screens} screens`,
      sums.answers,
      sums.taps,
      `≤ ${sums.words}`,
      '',
      `≤ ${sums.shift.toFixed(3)}`,
    ]),
  ].join('\n')
}

const WIDTHS = [3, 44, 8, 6, 7, 9, 9] as const
const line = (cells: readonly (string | number)[]) =>
  cells
    .map((cell, index) =>
      String(cell)
        .slice(0, (WIDTHS[index] ?? 8) - 1)
        .padEnd(WIDTHS[index] ?? 8),
    )
    .join('')
    .trimEnd()

/** What the way asks in all; words and shift are those of the screen that has most of them. */
export function sumsOf(screens: readonly Screen[]) {
  const sum = (of: (screen: Screen) => number) => screens.reduce((total, screen) => total + of(screen), 0)
  const most = (of: (screen: Screen) => number) => Math.max(...screens.map(of))
  return {
    screens: screens.length - 1,
    answers: sum(({ answers }) => answers),
    taps: sum(({ taps }) => taps),
    words: most(({ words }) => words),
    shift: most(({ shift }) => shift),
  }
}
