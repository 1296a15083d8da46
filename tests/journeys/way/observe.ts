/** What the page reports of one act: the screen on which it was done, as the person had it before them. */
export interface Act {
  readonly kind: 'tap' | 'answer'
  /** The heading of the open dialog, else of the page. */
  readonly screen: string
  /** Which field, for an answer: the group of a choice, the name of a field. */
  readonly field: string
  readonly seen: Seen
}

/** A screen as it stands. */
export interface Seen {
  /** Words that can be read without opening anything; header, menu and footer apart. */
  readonly words: number
  /** The forward button: in the first view, in a bar that stays, or only after scrolling; none on the page. */
  readonly forward: 'seen' | 'bar' | 'below' | 'none'
  /** The sum of the layout shifts since the screen before, those that follow an act apart. */
  readonly shift: number
}

/** The name of the function through which the page reports; the counter binds it. */
export const REPORT = 'reportActOfWay'
/** The name of the function that tells the present screen, when it is only looked at. */
export const PRESENT = 'presentScreenOfWay'

declare global {
  interface Window {
    [REPORT]?: (act: Act) => void
    [PRESENT]?: () => Pick<Act, 'screen' | 'seen'>
  }
}

/** Runs in the page before its own scripts: reports every tap on a button or link, and every answer. */
export function observeActs([report, present]: readonly [typeof REPORT, typeof PRESENT]): void {
  let shift = 0
  let last = ''
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number
      hadRecentInput: boolean
    })[])
      if (!entry.hadRecentInput) shift += entry.value
  }).observe({ type: 'layout-shift', buffered: true })

  const isVisible = (element: Element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true })
  const dialog = () => document.querySelector('dialog[open], [role=dialog], [role=alertdialog]')
  const scope = () => dialog() ?? document.querySelector('main') ?? document.body

  function screen(): string {
    const heading = Array.from(scope().querySelectorAll('h1, h2')).find(isVisible)
    return (heading ?? document.querySelector('h1'))?.textContent?.trim() ?? document.title
  }

  /** What stands for screen readers alone is in a box of one pixel, itself or something around it. */
  const isClipped = (element: Element | null): boolean => {
    if (element === null) return false
    const { width, height } = element.getBoundingClientRect()
    return (width <= 1 && height <= 1) || isClipped(element.parentElement)
  }

  function isRead(text: Node): boolean {
    const parent = text.parentElement
    if (parent === null || parent.closest('option, script, style, datalist, svg') !== null) return false
    return isVisible(parent) && !isClipped(parent)
  }

  function words(): number {
    const walker = document.createTreeWalker(scope(), NodeFilter.SHOW_TEXT)
    let count = 0
    while (walker.nextNode())
      if (isRead(walker.currentNode))
        count +=
          (walker.currentNode.textContent ?? '').match(/[\p{L}\p{N}$](?:\S*[\p{L}\p{N}%])?/gu)?.length ?? 0
    return count
  }

  function isFixed(element: Element | null): boolean {
    if (element === null) return false
    return ['fixed', 'sticky'].includes(getComputedStyle(element).position) || isFixed(element.parentElement)
  }

  function forward(): Seen['forward'] {
    const button = Array.from(scope().querySelectorAll('[data-button=forward], button[type=submit]')).find(
      isVisible,
    )
    if (button === undefined) return 'none'
    const { bottom } = button.getBoundingClientRect()
    if (isFixed(button)) return bottom <= innerHeight ? 'bar' : 'below'
    return bottom + scrollY <= innerHeight ? 'seen' : 'below'
  }

  const look = () => ({ words: words(), forward: forward(), shift })

  function tell(kind: Act['kind'], field: string): void {
    const now = screen()
    window[report]?.({ kind, screen: now, field, seen: look() })
    if (now !== last) shift = 0
    last = now
  }

  /** Choices that stand in one group are one answer. */
  const nameOf = (field: HTMLInputElement) => {
    const group = field.matches('[type=radio], [type=checkbox]') ? field.closest('fieldset') : null
    return group?.querySelector('legend')?.textContent ?? (field.id || field.name)
  }
  const isField = (target: EventTarget | null): target is HTMLInputElement =>
    target instanceof Element && target.matches('input, select, textarea')

  addEventListener('input', ({ target }) => isField(target) && tell('answer', nameOf(target)), true)
  addEventListener(
    'click',
    ({ target, isTrusted }) => {
      const pressed = target instanceof Element && target.closest('button, a[href], summary, [role=button]')
      if (isTrusted && pressed) tell('tap', '')
    },
    true,
  )
  window[present] = () => ({ screen: screen(), seen: look() })
}
