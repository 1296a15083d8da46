import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Folded } from './folded.tsx'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

let root: Root

beforeEach(() => {
  document.body.innerHTML = '<div id="root"></div>'
  const container = document.getElementById('root')
  if (!container) throw new Error('no root')
  root = createRoot(container)
})
afterEach(() => act(async () => root.unmount()))

const folded = (
  <Folded summary="As a table">
    <p>Every figure</p>
  </Folded>
)

test('the first paint does not wait for what is folded away (ux.md "Speed")', () => {
  expect(renderToString(folded)).toBe('<details><summary>As a table</summary></details>')
})

test('what is folded away is in the page soon after, without being opened', async () => {
  await act(async () => root.render(folded))
  expect(document.querySelector('details')?.open).toBe(false)
  expect(document.querySelector('details p')?.textContent).toBe('Every figure')
})
