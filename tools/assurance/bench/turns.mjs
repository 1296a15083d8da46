/** What is set side by side takes turns, so that whatever else the machine does in these seconds meets all of it. */
export const TURNS = 5

/** The middle one of the values; the upper of two. */
export const middle = (values) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
