const FOLDS = {
  sum: (numbers) => numbers.reduce((total, one) => total + one, 0),
  least: (numbers) => Math.min(...numbers),
  most: (numbers) => Math.max(...numbers),
}

/** What a figure asks for in a run of this scale: 1 for all of it. */
export function askedFor({ asked, atMost, fixed, inParts }, scale) {
  if (atMost || fixed || scale === 1) return asked
  return inParts ? asked * scale : Math.max(1, Math.round(asked * scale))
}

/** The figure that an output tells; undefined where it tells none. */
function seenIn(output, { seen, fold = 'sum' }) {
  const numbers = [...output.matchAll(seen)].map(([, number]) => Number(number))
  return numbers.length === 0 ? undefined : FOLDS[fold](numbers)
}

/**
 * What a part came to: `red` where a command failed, a figure was not told or is past its limit; `short` where less was
 * done than asked for and the part says why; else `reached`.
 *
 * @param {import('./nightly-parts.mjs').NightlyPart} part
 * @param {{ code: number, output: string }} ran `code`: the highest of its commands
 * @param {number} scale
 */
export function judgePart(part, { code, output }, scale) {
  const figures = Object.values(part.figures).map((figure) => {
    const asked = askedFor(figure, scale)
    const seen = seenIn(output, figure)
    return { ...figure, asked, seen, isReached: isReached(figure, asked, seen, scale) }
  })
  const missed = figures.filter(({ isReached }) => !isReached)
  const isShort =
    part.limit !== undefined && missed.every(({ seen, atMost }) => seen !== undefined && !atMost)
  const verdict = code !== 0 ? 'red' : missed.length === 0 ? 'reached' : isShort ? 'short' : 'red'
  return { figures, verdict }
}

function isReached({ atMost, timed }, asked, seen, scale) {
  if (seen === undefined) return false
  if (timed && scale !== 1) return true
  return atMost ? seen <= asked : seen >= asked
}
