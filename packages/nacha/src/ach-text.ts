/**
 * Text as an ACH field can hold it: accents folded (José → Jose), anything else beyond printable ASCII dropped,
 * cut to the field, no blank at either end. May come out empty: the caller then needs another text.
 */
export const achText = (text: string, length: number): string =>
  text
    .normalize('NFD')
    .replace(/[^\x20-\x7e]/g, '')
    .trim()
    .slice(0, length)
    .trimEnd()
