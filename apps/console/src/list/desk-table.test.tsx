import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { render, unmount } from '../testing/render.tsx'
import { DeskTable } from './desk-table.tsx'

const ROWS = Array.from({ length: 100 }, (_, n) => ({ key: `row ${n + 1}`, gone: false }))
type Row = (typeof ROWS)[number]
const keyOf = ({ key }: Row) => key
const nothing = () => undefined

/** Where the table begins, as the browser says it, and how high each block of it is. */
let top = 0
const BLOCK_HEIGHT = 1_000

beforeEach(() => {
  top = 0
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
    return { top, height: this.dataset['block'] === undefined ? 0 : BLOCK_HEIGHT } as DOMRect
  })
})
afterEach(async () => {
  await unmount()
  vi.restoreAllMocks()
})

async function show(chosen?: string) {
  await render(
    <DeskTable
      caption="Rows"
      columns={[{ heading: 'Row', cell: keyOf }]}
      rows={ROWS}
      keyOf={keyOf}
      hrefOf={keyOf}
      chosen={chosen}
      empty="None"
      newcomers={0}
      onTake={nothing}
      onMore={undefined}
    />,
  )
}

const drawn = () => [...document.querySelectorAll('tbody th')].map(({ textContent }) => textContent)
const heights = () =>
  [...document.querySelectorAll<HTMLElement>('tbody[aria-hidden] tr')].map(({ style }) => style.height)

/** The reader scrolls so far. */
const scrollTo = async (px: number) => {
  top = -px
  await act(async () => void dispatchEvent(new Event('scroll')))
}

test('of a long list what is near the screen is drawn; an empty row is as high as the rest', async () => {
  await show()
  await scrollTo(0)
  expect(drawn()).toEqual(ROWS.slice(0, 40).map(keyOf))
  expect(heights()).toEqual([`${3 * 20 * 62}px`])
  await scrollTo(2_500)
  expect(drawn()).toEqual(ROWS.slice(40, 80).map(keyOf))
  expect(heights()).toEqual([`${2 * BLOCK_HEIGHT}px`, `${20 * 62}px`])
  await scrollTo(0)
  expect(drawn()).toEqual(ROWS.slice(0, 40).map(keyOf))
})

test('the chosen row is drawn wherever the reader is', async () => {
  await show('row 95')
  await scrollTo(0)
  expect(drawn()).toEqual([...ROWS.slice(0, 40), ...ROWS.slice(80)].map(keyOf))
  expect(heights()).toEqual([`${2 * 20 * 62}px`])
})
