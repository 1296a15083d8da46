import { loadEncrypted, storeEncrypted } from '../../storage/encrypted-storage.ts'
import { DRAFT_PREFIX } from '../../storage/stored-keys.ts'

/** Goes with the drafts at sign-out, and is dropped by the page that it was kept for. */
const CARRIED = `${DRAFT_PREFIX}carried`
/** Fields that stand on a later view of a page may still appear within this time. */
const WAIT_MS = 4000

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

interface Typed {
  readonly path: string
  /** What stood in each field, by the field's id or name and value; ticks are "on" or "". */
  readonly values: readonly (readonly [key: string, value: string])[]
}

/** Keeps what stands in the fields of this page, encrypted, for the same page after a reload; secrets are left out. */
export async function carryTyped(): Promise<void> {
  const values = [...fieldsOfPage()].map((field) => [keyOf(field), valueOf(field)] as const)
  await storeEncrypted(CARRIED, { path: location.pathname, values } satisfies Typed)
}

/** Puts what was carried into the fields of this page as they appear, as if it had just been typed. */
export async function restoreTyped(): Promise<void> {
  if (localStorage.getItem(CARRIED) === null) return
  const typed = (await loadEncrypted(CARRIED)) as Typed | undefined
  localStorage.removeItem(CARRIED)
  if (!typed || typed.path !== location.pathname) return
  const waiting = new Map(typed.values)
  const look = () => {
    for (const field of fieldsOfPage()) {
      const value = waiting.get(keyOf(field))
      if (value === undefined) continue
      waiting.delete(keyOf(field))
      if (value !== valueOf(field)) type(field, value)
    }
  }
  const watch = new MutationObserver(look)
  watch.observe(document.body, { childList: true, subtree: true })
  setTimeout(() => watch.disconnect(), WAIT_MS)
  look()
}

const FIELDS = 'main :is(input, select, textarea):not([type=password], [type=file], [type=hidden])'

/** A secret is typed anew: passwords also while they are shown, and codes that work once. */
function fieldsOfPage(): readonly Field[] {
  return [...document.querySelectorAll<Field>(FIELDS)].filter(
    (field) => keyOf(field) !== '' && !/password|one-time-code/.test(field.autocomplete),
  )
}

const isTick = (field: Field): field is HTMLInputElement =>
  field.type === 'checkbox' || field.type === 'radio'

/** Radio buttons share a name and are told apart by their value. */
const keyOf = (field: Field): string =>
  field.type === 'radio' ? `${field.name} ${field.value}` : field.id || field.name

const valueOf = (field: Field): string => {
  if (!isTick(field)) return field.value
  return field.checked ? 'on' : ''
}

/** React hears of a value only through the element's own setter and the event of typing. */
function type(field: Field, value: string): void {
  if (isTick(field)) {
    if (field.type === 'checkbox' || value === 'on') field.click()
    return
  }
  const prototype = Object.getPrototypeOf(field) as Field
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }))
}
