import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'
import { Tabs } from './tabs.tsx'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

const TABS = ['List', 'Calendar', 'Chart'].map((label) => ({
  name: label.toLowerCase(),
  label,
  content: <p>{`The ${label}`}</p>,
}))

async function open() {
  const page = document.createElement('div')
  document.body.replaceChildren(page)
  await act(async () => createRoot(page).render(<Tabs label="Payments" tabs={TABS} />))
  const tabs = [...page.querySelectorAll<HTMLElement>('[role=tab]')]
  const selected = () => tabs.filter((tab) => tab.getAttribute('aria-selected') === 'true')
  const press = (key: string) =>
    act(async () => {
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
    })
  return { page, tabs, selected, press }
}

test('the first view is shown, and each tab names its panel', async () => {
  const { page, tabs, selected } = await open()
  expect(selected()).toEqual([tabs[0]])
  for (const tab of tabs) {
    const panel = page.querySelector(`[id="${tab.getAttribute('aria-controls')}"]`)
    expect(panel?.getAttribute('aria-labelledby')).toBe(tab.id)
    expect(panel?.textContent).toBe(`The ${tab.textContent}`)
  }
})

test('a press shows another view; only the shown tab is in the tab order', async () => {
  const { tabs, selected } = await open()
  await act(async () => tabs[2]?.click())
  expect(selected()).toEqual([tabs[2]])
  expect(tabs.map(({ tabIndex }) => tabIndex)).toEqual([-1, -1, 0])
})

test('arrow keys move round and take focus along', async () => {
  const { tabs, selected, press } = await open()
  tabs[0]?.focus()
  await press('ArrowLeft')
  expect(selected()).toEqual([tabs[2]])
  expect(document.activeElement).toBe(tabs[2])
  await press('ArrowRight')
  expect(selected()).toEqual([tabs[0]])
  await press('a')
  expect(selected()).toEqual([tabs[0]])
})
