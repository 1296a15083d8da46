import { Checkbox } from '@dolphin/ui/checkbox/checkbox'
import { act } from 'react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { giveBootData } from '../testing/boot-data.ts'
import { render, settle, type } from '../testing/render.tsx'
import { NOTHING_STORED, SAMPLE_CONTEXT, SAMPLE_FORM } from '../testing/sample-form.ts'
import { FormStore } from './form-store.ts'
import { SteppedForm } from './stepped-form.tsx'
import { useSimpleForm } from './use-simple-form.ts'

function Account() {
  const form = useSimpleForm({
    initial: { password: '', agreed: false },
    validate: ({ password }) => ({ password: password.length < 8 ? 'Too short' : undefined }),
  })
  return (
    <>
      <input
        id="password"
        value={form.values.password}
        onChange={(event) => form.set('password', event.currentTarget.value)}
        onBlur={() => form.blur('password')}
      />
      <p>{form.error('password')}</p>
      <Checkbox
        id="agreed"
        label="I agree"
        checked={form.values.agreed}
        onChange={(checked) => form.set('agreed', checked)}
      />
    </>
  )
}

const CLICK_WAIT_MS = 350

/** What a browser tells while a pointer goes down on another control: the press, then the field is left. */
async function pressAway(from: HTMLElement, on: HTMLElement) {
  await settle(() => from.focus())
  await settle(() => on.dispatchEvent(new Event('pointerdown', { bubbles: true })))
  await settle(() => from.blur())
}
const fire = (on: HTMLElement, event: string) =>
  settle(() => on.dispatchEvent(new Event(event, { bubbles: true })))

async function aForm() {
  const page = await render(<Account />)
  const password = page.querySelector<HTMLInputElement>('#password')!
  const agreed = page.querySelector<HTMLInputElement>('#agreed')!
  await type(password, 'short')
  return { page, password, agreed, error: () => page.querySelector('p')?.textContent }
}

// Each test ends its press, so that none begins within another's.
beforeEach(() => fire(document.body, 'pointercancel'))

describe('nothing moves from under a pointer (WCAG 2.5.2: a press can be finished where it began)', () => {
  test('a field left by a press shows its error once the click is done, and the click arrives', async () => {
    const { password, agreed, error } = await aForm()
    await pressAway(password, agreed)
    expect(error()).toBe('')
    await fire(agreed, 'pointerup')
    expect(error()).toBe('')
    await settle(() => agreed.click())
    expect(agreed.checked).toBe(true)
    expect(error()).toBe('Too short')
  })

  test('a press that becomes no click shows the error all the same', async () => {
    const { password, agreed, error } = await aForm()
    await pressAway(password, agreed)
    await fire(document.body, 'pointerup')
    await settle(() => {})
    expect(error()).toBe('')
    await act(() => new Promise((resolve) => setTimeout(resolve, CLICK_WAIT_MS)))
    expect(error()).toBe('Too short')
  })

  test('a press that turns into a scroll shows it at once', async () => {
    const { password, agreed, error } = await aForm()
    await pressAway(password, agreed)
    await fire(agreed, 'pointercancel')
    expect(error()).toBe('Too short')
  })

  test('a field left by the keyboard shows its error at once', async () => {
    const { password, error } = await aForm()
    await settle(() => password.focus())
    await settle(() => password.blur())
    expect(error()).toBe('Too short')
  })

  test('a served form waits too', async () => {
    giveBootData()
    const store = new FormStore(SAMPLE_FORM, NOTHING_STORED, SAMPLE_CONTEXT)
    const page = await render(
      <SteppedForm
        engine={{ store, restored: false, dropDraft: vi.fn() }}
        title="About you"
        step={0}
        onStep={() => {}}
        onDone={() => {}}
      />,
    )
    const phone = page.querySelector<HTMLInputElement>('#field-cellPhone')!
    const button = page.querySelector<HTMLButtonElement>('button[type=submit]')!
    await type(phone, '112')
    await pressAway(phone, button)
    expect(store.field('cellPhone').error).toBeUndefined()
    await fire(button, 'pointercancel')
    expect(store.field('cellPhone').error).toBe('Invalid phone number!')
  })
})
