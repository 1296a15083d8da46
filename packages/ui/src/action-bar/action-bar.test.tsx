import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Button } from '../button/button.tsx'
import { ActionBar, BackArrow } from './action-bar.tsx'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

let root: Root

beforeEach(() => {
  document.body.innerHTML = '<div id="root"></div>'
  const container = document.getElementById('root')
  if (!container) throw new Error('no root')
  root = createRoot(container)
})
afterEach(() => act(async () => root.unmount()))

test('the arrow has a name, leads back and does not send the form that it stands in', async () => {
  const back = vi.fn()
  const sent = vi.fn((event: { preventDefault: () => void }) => event.preventDefault())
  await act(async () =>
    root.render(
      <form onSubmit={sent}>
        <ActionBar>
          <BackArrow label="Back" onClick={back} />
          <Button type="submit">Continue</Button>
        </ActionBar>
      </form>,
    ),
  )
  const [arrow, forward] = document.querySelectorAll('button')
  expect(arrow?.getAttribute('aria-label')).toBe('Back')
  await act(async () => arrow?.click())
  expect(back).toHaveBeenCalledOnce()
  expect(sent).not.toHaveBeenCalled()
  await act(async () => forward?.click())
  expect(sent).toHaveBeenCalledOnce()
})

test('what stands over the buttons is read before them', async () => {
  await act(async () =>
    root.render(
      <ActionBar above={<p>8 × $109.72</p>}>
        <Button>Continue</Button>
      </ActionBar>,
    ),
  )
  expect(document.querySelector('[data-action-bar]')?.textContent).toBe('8 × $109.72Continue')
})
