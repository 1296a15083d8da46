import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { PasswordInput } from './password-input.tsx'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

let container: HTMLElement

beforeEach(async () => {
  container = document.createElement('div')
  document.body.append(container)
  await act(async () =>
    createRoot(container).render(
      <PasswordInput id="password" name="password" showLabel="Show" hideLabel="Hide" />,
    ),
  )
})
afterEach(() => document.body.replaceChildren())

const input = (): HTMLInputElement => {
  const found = container.querySelector('input')
  if (found === null) throw new Error('there is a field')
  return found
}

test('a password is masked until its reader asks to see it (ASVS 6.2.6)', async () => {
  expect(input().type).toBe('password')
  const button = container.querySelector('button')
  expect(button?.textContent).toBe('Show')
  await act(async () => button?.click())
  expect(input().type).toBe('text')
  await act(async () => button?.click())
  expect(input().type).toBe('password')
})

test('a password may be pasted (ASVS 6.2.7)', () => {
  const paste = new Event('paste', { bubbles: true, cancelable: true })
  input().dispatchEvent(paste)
  expect(paste.defaultPrevented).toBe(false)
  expect(input().readOnly).toBe(false)
})
