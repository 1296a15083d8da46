const BITS_OF_A_CHARACTER = 8

/** A token of ASCII characters, once for each of its bits with that one flipped. */
export function withEachBitFlipped(token: string): readonly string[] {
  return Array.from(token, (_, at) => at).flatMap((at) =>
    Array.from({ length: BITS_OF_A_CHARACTER }, (_, bit) => {
      const flipped = String.fromCharCode(token.charCodeAt(at) ^ (1 << bit))
      return token.slice(0, at) + flipped + token.slice(at + 1)
    }),
  )
}
