/** A touch's click is an event of its own; it may come this long after the finger is lifted. */
const CLICK_MS = 300

let pressed = false
let lifted: ReturnType<typeof setTimeout> | undefined
let waiting: (() => void)[] = []

/** Later than this event's own listeners: a box that is rendered anew within its click loses its tick. */
function endPress(delayMs: number): void {
  clearTimeout(lifted)
  lifted = setTimeout(() => {
    pressed = false
    const acts = waiting
    waiting = []
    for (const act of acts) act()
  }, delayMs)
}

const listen = (event: string, listener: () => void) => addEventListener(event, listener, true)
listen('pointerdown', () => {
  clearTimeout(lifted)
  pressed = true
})
listen('pointerup', () => endPress(CLICK_MS))
listen('pointercancel', () => endPress(0))
listen('click', () => endPress(0))

/**
 * Does now what changes the page, or once the press that is under way has become its click or has come to
 * nothing. Leaving a field by pointing elsewhere shows its error; were it shown at once, what is pointed at
 * would move away from under the pointer, and the press would miss it.
 */
export function afterPress(act: () => void): void {
  if (pressed) waiting.push(act)
  else act()
}
