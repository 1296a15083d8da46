import { beforeEach, expect, test, vi } from 'vitest'
import { focusHeading } from './heading-focus.ts'

let place: HTMLElement

beforeEach(() => {
  document.body.innerHTML = '<header><a href="/home">Home</a></header><main><div id="place"></div></main>'
  place = document.getElementById('place') ?? document.body
  document.querySelector('a')?.focus()
})

const heading = () => {
  const made = document.createElement('h1')
  made.tabIndex = -1
  return made
}

test('focus moves from the link that led here to the heading of the page (pages.md)', () => {
  const there = heading()
  place.append(there)
  focusHeading(place)
  expect(document.activeElement).toBe(there)
})

test('a page that reads first gets focus on its heading when it comes, once', async () => {
  focusHeading(place)
  expect(document.activeElement).toBe(document.body)
  const late = heading()
  place.append(late)
  await vi.waitFor(() => expect(document.activeElement).toBe(late))
  late.blur()
  place.append(heading())
  await new Promise((done) => setTimeout(done, 20))
  expect(document.activeElement).toBe(document.body)
})

test('who has moved on by then stays where they are', async () => {
  focusHeading(place)
  document.querySelector('a')?.focus()
  place.append(heading())
  await new Promise((done) => setTimeout(done, 20))
  expect(document.activeElement?.tagName).toBe('A')
})

test('an open window keeps focus', () => {
  document.body.insertAdjacentHTML('beforeend', '<dialog open><button>Stay signed in</button></dialog>')
  document.querySelector('button')?.focus()
  place.append(heading())
  focusHeading(place)
  expect(document.activeElement?.tagName).toBe('BUTTON')
})
