import { type RefObject, useEffect, useState } from 'react'

/** How far beyond the screen rows are kept ready, in px. */
const AHEAD = 400

interface Stretch {
  /** The first block of it. */
  readonly at: number
  /** Of blocks that are left out, in px; undefined: the block is drawn. */
  readonly height: number | undefined
}

interface NearBlocks {
  readonly table: RefObject<HTMLTableElement | null>
  readonly count: number
  /** Of a block that was not drawn yet, in px. */
  readonly usualHeight: number
  /** A block that is drawn wherever the reader is; -1: none. */
  readonly pinned: number
}

/** What is known of the blocks as they were last looked at. */
interface View {
  readonly first: number
  readonly last: number
  /** In px, of those that were drawn by then. */
  readonly heights: Readonly<Record<number, number>>
}

/**
 * Which blocks of a long table's rows are drawn, and how high what is left out between them is, so that a list of ten
 * thousand rows costs what a screen of it does. A block is a `tbody` with its number as `data-block`.
 */
export function useNearBlocks({ table, count, usualHeight, pinned }: NearBlocks): readonly Stretch[] {
  const [{ first, last, heights }, setView] = useState<View>({ first: 0, last: 0, heights: {} })
  useEffect(() => {
    const look = () => {
      const { current } = table
      if (current !== null) setView((before) => viewOf(current, before, { count, usualHeight }))
    }
    const watcher = new ResizeObserver(look)
    if (table.current !== null) watcher.observe(table.current)
    addEventListener('scroll', look, { passive: true, capture: true })
    addEventListener('resize', look)
    return () => {
      watcher.disconnect()
      removeEventListener('scroll', look, { capture: true })
      removeEventListener('resize', look)
    }
  }, [table, count, usualHeight])
  return stretchesOf(
    count,
    (at) => (at >= first && at <= last) || at === pinned,
    (at) => heights[at] ?? usualHeight,
  )
}

/** The first and the last block that are near the screen; the view before where nothing is otherwise. */
function viewOf(
  table: HTMLTableElement,
  before: View,
  { count, usualHeight }: Pick<NearBlocks, 'count' | 'usualHeight'>,
): View {
  const drawn = [...table.querySelectorAll<HTMLElement>('[data-block]')].map(
    (block) => [Number(block.dataset['block']), block.getBoundingClientRect().height] as const,
  )
  const isMeasuredAnew = drawn.some(([at, height]) => before.heights[at] !== height)
  const heights = isMeasuredAnew ? { ...before.heights, ...Object.fromEntries(drawn) } : before.heights
  let [first, last, edge] = [0, 0, table.getBoundingClientRect().top]
  for (let at = 0; at < count; at += 1) {
    if (edge < innerHeight + AHEAD) last = at
    edge += heights[at] ?? usualHeight
    if (edge < -AHEAD) first = Math.min(at + 1, count - 1)
  }
  const isSame = !isMeasuredAnew && first === before.first && last === before.last
  return isSame ? before : { first, last, heights }
}

function stretchesOf(
  count: number,
  isDrawn: (at: number) => boolean,
  heightAt: (at: number) => number,
): readonly Stretch[] {
  const stretches: Stretch[] = []
  for (let at = 0; at < count; at += 1) {
    const before = stretches.at(-1)
    if (isDrawn(at)) stretches.push({ at, height: undefined })
    else if (before?.height === undefined) stretches.push({ at, height: heightAt(at) })
    else stretches.splice(-1, 1, { at: before.at, height: before.height + heightAt(at) })
  }
  return stretches
}
