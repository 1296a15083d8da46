import { createHash } from 'node:crypto'
import * as fc from 'fast-check'

/** Draws values of any arbitrary, one after the other, as the seed says. */
export type Draw = fc.GeneratorValue

/** The same words draw the same values again, whatever was drawn for others before. */
export function drawFor(...words: readonly (string | number)[]): Draw {
  const seed = createHash('sha256').update(JSON.stringify(words)).digest().readInt32BE()
  const [draw] = fc.sample(fc.gen(), { seed, numRuns: 1 })
  if (draw === undefined) throw new Error('a sample of one holds one')
  return draw
}

/** Numbers for decisions: the library's own love of small ones would make every choice the first. */
const fairNumber = (most: number) => fc.noBias(fc.nat({ max: most }))

/** One of a list, or undefined where it is empty. */
export const anyOf = <Item>(draw: Draw, items: readonly Item[]): Item | undefined =>
  items.length === 0 ? undefined : items[draw(fairNumber, items.length - 1)]

/** One of a list that is not empty. */
export const oneOf = <Item>(draw: Draw, items: readonly [Item, ...Item[]]): Item =>
  anyOf(draw, items) ?? items[0]

/** From least to most, each as likely as the others. */
export const within = (draw: Draw, least: number, most: number): number =>
  least + draw(fairNumber, most - least)

/** True so many times in a hundred. */
export const inPercent = (draw: Draw, percent: number): boolean => draw(fairNumber, 99) < percent
