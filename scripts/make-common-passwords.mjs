import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/*
 * Writes data/common-passwords.txt. The list is built, not leaked: words that people are known to choose,
 * joined with the endings that they are known to add, plus keyboard walks and runs. No list of breached
 * passwords is shipped, because those are other people's data under unclear licenses; an operator may put a
 * longer list of their own in its place (COMMON_PASSWORDS_FILE).
 */
const WORDS =
  `password passw0rd p@ssword p@ssw0rd pa55word pass passwort contrasena contraseña clave secreto welcome
welcome1 bienvenido letmein admin administrator root user guest login access changeme default temp test tester
testing master server computer internet wireless network system windows linux android iphone samsung google apple
amazon netflix facebook instagram twitter youtube spotify paypal google1 money dollar dollars payday loan loans
credit bank banking cash finance account dolphin dolphins delfin iloveyou loveyou ilove lover loveme love amor teamo
baby babygirl babyboy angel angels angelito princess princesa prince queen king sweetie sweetheart honey sugar
cupcake sunshine sunflower flower flowers rose butterfly rainbow unicorn dragon tiger lion monkey eagle eagles
panther wolf wolves bear bears shark horse kitty kitten puppy doggy hunter killer shadow ninja pirate wizard warrior
phoenix thunder lightning storm hurricane mercury saturn galaxy starwars startrek pokemon pikachu minecraft fortnite
mario zelda sonic batman superman spiderman ironman hulk avengers marvel naruto goku matrix terminator football
baseball basketball soccer hockey tennis golf softball volleyball lakers celtics yankees redsox cowboys steelers
packers patriots raiders broncos giants dodgers cubs bulls warriors liverpool arsenal chelsea barcelona realmadrid
juventus michael jordan jordan23 michelle jennifer jessica ashley amanda nicole daniel daniela david andrew anthony
joshua matthew christopher robert thomas charlie george william james john joseph maria jose carlos miguel luis
juan pedro jesus jesuschrist christ blessed blessing faith hope grace god godisgood heaven family mother father
mommy daddy brother sister grandma summer winter spring autumn january february march april june july august
september october november december monday tuesday wednesday thursday friday saturday sunday america usa texas
california florida newyork chicago boston dallas houston phoenix1 denver seattle miami atlanta detroit utah nevada
missouri wisconsin idaho delaware carolina tennessee mexico canada freedom liberty justice peace victory winner
champion trustno1 nothing whatever hello goodbye goodluck lucky happy smile forever friend friends bestfriend
chocolate cookie cookies coffee pepper ginger banana orange cherry strawberry peanut pickle cheese pizza tequila
whiskey jackdaniels corvette mustang ferrari porsche mercedes toyota honda chevy harley yamaha suzuki jeep diamond
silver golden purple yellow green black white blue red pink turtle guitar music rockstar metallica nirvana slipknot
eminem tupac beyonce rihanna qwerty qwertyuiop asdfgh asdfghjkl zxcvbn zxcvbnm azerty qazwsx qweasd qweasdzxc
1qaz2wsx zaq12wsx q1w2e3r4 abc123 abcdef abcdefg abcd1234 aaaaaa secret secrets private`
    .split(/\s+/)
    .filter(Boolean)

const DIGIT_ENDINGS = [
  '',
  '1',
  '2',
  '3',
  '7',
  '11',
  '12',
  '13',
  '21',
  '22',
  '23',
  '01',
  '69',
  '77',
  '88',
  '99',
  '00',
  '007',
]
const LONG_ENDINGS = [
  '111',
  '123',
  '321',
  '666',
  '777',
  '1234',
  '4321',
  '12345',
  '123456',
  '123456789',
  '1!',
  '123!',
  '!',
  '!!',
  '@1',
  '@123',
  '#1',
  '.',
]
const YEARS = Array.from({ length: 2030 - 1980 + 1 }, (_, index) => String(1980 + index))
const KEYBOARD_ROWS = ['1234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm', 'abcdefghijklmnopqrstuvwxyz']
const SHORTEST = 6

function* walks() {
  for (const row of KEYBOARD_ROWS) {
    for (const line of [row, Array.from(row).toReversed().join('')]) {
      for (let start = 0; start < line.length; start += 1) {
        for (let end = start + SHORTEST; end <= line.length; end += 1) yield line.slice(start, end)
      }
    }
  }
  for (const letter of '0123456789abcdefghijklmnopqrstuvwxyz') {
    for (let length = SHORTEST; length <= 12; length += 1) yield letter.repeat(length)
  }
  for (const part of ['123', 'abc', 'qwe', 'asd', '12', 'ab', '1a', 'a1', '1234', 'qwer', 'zxc']) {
    for (let times = 2; times <= 4; times += 1) yield part.repeat(times)
  }
}

function* combinations() {
  for (const word of WORDS) {
    for (const ending of [...DIGIT_ENDINGS, ...LONG_ENDINGS, ...YEARS]) yield word + ending
    yield word + word
    yield `1${word}`
    yield `123${word}`
    yield `my${word}`
    yield `the${word}`
  }
}

const list = [...new Set([...walks(), ...combinations()])]
  .filter((text) => text.length >= SHORTEST)
  .toSorted((left, right) => (left < right ? -1 : 1))
const head = [
  '# Common passwords, lower case, one per line; compared with the whole password, ignoring letter case.',
  '# Built by scripts/make-common-passwords.mjs from words and endings that people choose; not a leaked list.',
]
const target = join(fileURLToPath(new URL('..', import.meta.url)), 'data', 'common-passwords.txt')
writeFileSync(target, `${[...head, ...list].join('\n')}\n`)
process.stdout.write(`${list.length} passwords\n`)
