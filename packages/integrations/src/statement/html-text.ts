const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
}
/** Beyond it no character is; those below a blank are no text. */
const [FIRST_CHARACTER, LAST_CHARACTER] = [0x20, 0xffff]

/** Text in which a bank left the marks of a web page: "AT&amp;T" is AT&T. */
export const htmlDecoded = (text: string): string =>
  text.replace(/&(?:#(\d{1,6})|([a-z]{2,6}));/gi, (whole, code: string | undefined, name = '') => {
    if (code === undefined) return NAMED[String(name).toLowerCase()] ?? whole
    const number = Number(code)
    return number >= FIRST_CHARACTER && number <= LAST_CHARACTER ? String.fromCharCode(number) : whole
  })
