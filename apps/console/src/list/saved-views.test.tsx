import { act } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import type { CallValue } from '../calls/call.ts'
import { answerCalls, refusal } from '../testing/answer-calls.ts'
import { fieldOf, pageText, press, render, settle, type, unmount } from '../testing/render.tsx'
import { SavedViews } from './saved-views.tsx'

type Views = CallValue<'listSavedView'>['views']

afterEach(async () => {
  await unmount()
  vi.unstubAllGlobals()
})

const RETURNS = {
  list: 'work',
  name: 'Returns of 118',
  search: 'kind=unmatchedReturn&portfolio=118',
} as const
const ELSEWHERE = { list: 'money', name: 'Yesterday', search: 'day=2026-03-16' } as const
const place = { search: 'portfolio=110', show: vi.fn() }

/** A server that keeps the views. */
function serve(first: Views = [RETURNS, ELSEWHERE]) {
  let views: readonly Views[number][] = first
  const now = () => ({ data: { views } })
  const removal = ({ body }: { body: unknown }) => {
    views = views.filter(({ name }) => name !== (body as { name: string }).name)
    return now()
  }
  return answerCalls({
    listSavedView: now,
    saveView: ({ body }) => {
      views = [...views, body as Views[number]]
      return now()
    },
    renameView: ({ body }) => {
      const { name, newName } = body as { name: string; newName: string }
      views = views.map((view) => (view.name === name ? { ...view, name: newName } : view))
      return now()
    },
    removeView: removal,
  })
}

async function open() {
  await render(<SavedViews list="work" place={place} />)
  const menu = document.querySelector('details')
  await act(async () => {
    if (menu) menu.open = true
    menu?.dispatchEvent(new Event('toggle'))
  })
  await settle()
}

const pressLabel = async (label: string) => {
  const button = document.querySelector<HTMLButtonElement>(`button[aria-label="${label}"]`)
  await act(async () => button?.click())
  await settle()
}

test('the views of this list alone stand in its menu; one is taken up and the menu closes', async () => {
  serve()
  await open()
  expect(pageText()).not.toContain('Yesterday')
  await press('Returns of 118')
  expect(place.show).toHaveBeenCalledWith(RETURNS.search)
  expect(document.querySelector('details')?.open).toBe(false)
})

test('the present filter is named; a name that is taken is said at the field', async () => {
  const sent = serve([])
  await open()
  expect(pageText()).toContain('No view is named yet.')
  await press('Save this view')
  expect(pageText()).toContain('Name the view.')
  await type('Name of this view', ' Of 110 ')
  await press('Save this view')
  expect(sent.find(({ name }) => name === 'saveView')?.body).toEqual({
    list: 'work',
    name: 'Of 110',
    search: 'portfolio=110',
  })
  expect(document.querySelector('[aria-current]')?.textContent).toBe('Of 110')
  const errors = [{ elementKey: 'name', message: 'You have a view of this name.' }]
  answerCalls({ saveView: refusal('invalidInput', { errors }) })
  await type('Name of this view', 'Of 110')
  await press('Save this view')
  expect(fieldOf('Name of this view').getAttribute('aria-invalid')).toBe('true')
  expect(pageText()).toContain('You have a view of this name.')
})

test('a view is renamed in its place', async () => {
  const sent = serve()
  await open()
  await pressLabel('Rename Returns of 118')
  await type('New name', 'Unmatched')
  await press('Rename')
  expect(sent.find(({ name }) => name === 'renameView')?.body).toEqual({
    list: 'work',
    name: 'Returns of 118',
    newName: 'Unmatched',
  })
  expect(pageText()).toContain('Unmatched')
  expect(pageText()).not.toContain('Returns of 118')
})

test('one that was removed comes back by undo', async () => {
  const sent = serve()
  await open()
  await pressLabel('Remove Returns of 118')
  expect(pageText()).toContain('Removed Returns of 118.')
  expect(pageText()).toContain('No view is named yet.')
  await pressLabel('Undo')
  expect(sent.find(({ name }) => name === 'saveView')?.body).toEqual(RETURNS)
  expect(pageText()).not.toContain('Removed')
  expect([...document.querySelectorAll('li button')][0]?.textContent).toBe('Returns of 118')
})

test('what could not be read is said in the menu', async () => {
  answerCalls({ listSavedView: refusal('overloaded') })
  await open()
  expect(document.querySelector('[role=alert]')?.textContent).toBe(refusal('overloaded').data.message)
})
