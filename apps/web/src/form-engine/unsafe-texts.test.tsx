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

test.each(PAYLOADS)(
  '%s is text wherever a definition can put it (threat: markup in definitions)',
  async (text) => {
    const elements = CONTROL_NAMES.map((dataControl, index): FormElement => {
      const choice = ['select', 'radioGroup', 'checkboxGroup'].includes(dataControl)
      return anElement(`field${index}`, {
        dataControl,
        elementLabel: text,
        controlProperty: { hint: text, autocomplete: text, accept: text, defaultValue: text },
        foregroundProperty: { mandatory: true },
        ...(choice ? { dataDomainValues: 'evil' } : {}),
        ...(dataControl === 'repeatableGroup'
          ? { elements: [anElement('row', { elementLabel: text })] }
          : {}),
      })
    })
    const stored = { values: { field0: [{ row: text }] }, masked: { field1: text } }
    const options = { evil: [{ value: 'one', label: text }] }
    const { page, store } = await renderForm(elements, stored, options)
    await until(() => page.querySelector('[id="field-field0.0.row"]') !== null)
    await settle(() => store.submit())
    const strangers = [...page.querySelectorAll('*')].filter((element) => !element.matches(OURS))
    expect(strangers).toEqual([])
    const handlers = [...page.querySelectorAll('*')].flatMap((element) =>
      element
        .getAttributeNames()
        .filter((name) => name.startsWith('on') || name === 'href' || name === 'src'),
    )
    expect(handlers).toEqual([])
    expect(page.textContent).toContain(text)
  },
)
