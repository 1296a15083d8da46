import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ErrorSummary } from './error-summary.tsx'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

let root: Root
let page: HTMLElement

beforeEach(() => {
  page = document.createElement('div')
  document.body.replaceChildren(page)
  root = createRoot(page)
})
afterEach(() => act(async () => root.unmount()))

/** A group of two choices under the summary that leads to it. */
const show = (isFirstDisabled: boolean) =>
  act(async () =>
    root.render(
      <form>
        <ErrorSummary
          title="There is a problem"
          errors={[{ fieldId: 'which', message: 'Choose one.' }]}
          attempt={1}
        />
        <fieldset id="which">
          <input type="radio" name="which" value="a" disabled={isFirstDisabled} />
          <input type="radio" name="which" value="b" />
        </fieldset>
      </form>,
    ),
  )

const follow = () => act(async () => page.querySelector('a')?.click())

test('the summary takes focus when it appears, and its line leads to the field', async () => {
  await show(false)
  expect(document.activeElement).toBe(page.querySelector('[role=alert]'))
  await follow()
  expect(document.activeElement?.getAttribute('value')).toBe('a')
})

test('a choice that cannot be chosen is passed over', async () => {
  await show(true)
  await follow()
  expect(document.activeElement?.getAttribute('value')).toBe('b')
})
