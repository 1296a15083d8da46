/** Longest wait for something to press or to type into. */
const WAIT_MS = 6_000
const LOOK_MS = 20

/** Does on a screen what a borrower would do, by the words that stand on it. */
export interface Hand {
  /** Presses the button, link, switch or choice of that name. */
  readonly press: (name: string) => Promise<void>
  /** Types in place of what a field holds; the field by a selector, for its name may be a form's data. */
  readonly type: (selector: string, text: string) => Promise<void>
  /** Chooses by value. */
  readonly choose: (selector: string, value: string) => Promise<void>
  /** Presses what a selector finds. */
  readonly pressAt: (selector: string) => Promise<void>
  /** Gives a file to the field that asks for one. */
  readonly give: (selector: string, file: File) => Promise<void>
  /** Waits until the selector finds something. */
  readonly see: (selector: string) => Promise<void>
}

/** The hand for the page that is open. */
export const pageHand: Hand = {
  press: async (name) => (await found(() => named(name), name)).click(),
  pressAt: async (selector) => (await at(selector)).click(),
  type: async (selector, text) => {
    const field = await at(selector)
    write(field, text)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  },
  choose: async (selector, value) => {
    const field = await at(selector)
    write(field, value)
    field.dispatchEvent(new Event('change', { bubbles: true }))
  },
  give: async (selector, file) => {
    const field = await at(selector)
    const files = new DataTransfer()
    files.items.add(file)
    if (field instanceof HTMLInputElement) field.files = files.files
    field.dispatchEvent(new Event('change', { bubbles: true }))
  },
  see: async (selector) => void (await at(selector)),
}

const PRESSABLE = 'button, a, summary, label, [role="button"]'

function named(name: string): HTMLElement | undefined {
  return [...document.querySelectorAll<HTMLElement>(PRESSABLE)].find(
    (one) =>
      (one.getAttribute('aria-label') ?? one.textContent)?.trim() === name && one.offsetParent !== null,
  )
}

const at = (selector: string) =>
  found(() => document.querySelector<HTMLElement>(selector) ?? undefined, selector)

async function found(look: () => HTMLElement | undefined, what: string): Promise<HTMLElement> {
  const deadline = performance.now() + WAIT_MS
  for (;;) {
    const element = look()
    if (element && !element.hasAttribute('disabled')) return element
    if (performance.now() > deadline) throw new Error(`Nothing on the screen is “${what}”`)
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  }
}

/** React hears a value only when it is set past its own watch on the field. */
function write(field: HTMLElement, value: string): void {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value)
}
