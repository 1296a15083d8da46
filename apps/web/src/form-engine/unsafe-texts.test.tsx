import { CONTROL_NAMES, type ControlName, type FormElement } from '@dolphin/domain/form/form-definition'
import { expect, test } from 'vitest'
import { anElement, renderForm } from '../testing/form-page.tsx'
import { settle, until } from '../testing/render.tsx'

const TAGS = ['script', 'img', 'svg', 'iframe', 'body', 'video', 'details', 'math', 'a', 'style']
const CALLS = [
  (tag: string) => `<${tag} onload=alert(1)>`,
  (tag: string) => `<${tag} src=x onerror=alert(1)>`,
  (tag: string) => `"><${tag}>alert(1)</${tag}>`,
  (tag: string) => `'><${tag}/onclick=alert(1)//`,
  (tag: string) => `<${tag} href="javascript:alert(1)">x</${tag}>`,
  (tag: string) => `</label></form><${tag} onmouseover=alert(1)>`,
  (tag: string) => `<${tag.toUpperCase()} STYLE="behavior:url(x)">`,
  (tag: string) => `&lt;${tag}&gt;<${tag}\u2028onfocus=alert(1) autofocus>`,
  (tag: string) => `{{constructor.constructor('alert(1)')()}}<${tag}>`,
  (tag: string) => `<!--<${tag} title="--><img src=x onerror=alert(1)>">`,
]
const PAYLOADS = CALLS.flatMap((call) => TAGS.map(call))

/** The tags that the controls themselves are made of. */
const OURS = 'div,label,span,input,select,option,textarea,fieldset,legend,p,h2,h3,button,svg,path'

test('there are a hundred different payloads', () => {
  expect(new Set(PAYLOADS).size).toBe(100)
})

/** Four controls for each payload, the group among them, so that every control meets many. */
const controlsFor = (at: number): readonly ControlName[] => [
  'repeatableGroup',
  ...[0, 1, 2].map((step) => CONTROL_NAMES[(at * 3 + step) % CONTROL_NAMES.length] ?? 'text'),
]

/** Every text that a definition, its options and what is stored can bring. */
function elementWith(text: string, dataControl: ControlName, index: number): FormElement {
  const choice = ['select', 'radioGroup', 'checkboxGroup'].includes(dataControl)
  return anElement(`field${index}`, {
    dataControl,
    elementLabel: text,
    controlProperty: { hint: text, autocomplete: text, accept: text, defaultValue: text },
    foregroundProperty: { mandatory: true },
    ...(choice ? { dataDomainValues: 'evil' } : {}),
    ...(dataControl === 'repeatableGroup' ? { elements: [anElement('row', { elementLabel: text })] } : {}),
  })
}

test.each(PAYLOADS.map((text, at) => [text, at] as const))(
  '%s is text wherever it stands',
  async (text, at) => {
    const elements = controlsFor(at).map((control, index) => elementWith(text, control, index))
    const stored = { values: { field0: [{ row: text }] }, masked: { field1: text } }
    const options = { evil: [{ value: 'one', label: text }] }
    const { page, store } = await renderForm(elements, stored, options)
    await until(() => page.querySelector('[id="field-field0.0.row"]') !== null)
    await settle(() => store.submit())
    const all = [...page.querySelectorAll('*')]
    expect(all.filter((element) => !element.matches(OURS))).toEqual([])
    const names = all.flatMap((element) => element.getAttributeNames())
    expect(names.filter((name) => name.startsWith('on') || name === 'href' || name === 'src')).toEqual([])
    expect(page.textContent).toContain(text)
  },
)
