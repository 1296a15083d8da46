import { expect, test } from 'vitest'
import { unwritableInput } from './unwritable-input.ts'

const SEALED = `sealed:${'A'.repeat(120)}==`

test.each([
  ['a zero byte', 'a\0b'],
  ['half of a surrogate pair', 'a\uD83D'],
  ['what looks like a sealed text', SEALED],
  ['what looks like one among other words', `please read ${SEALED} to me`],
])('%s is refused at its field, in a value as in a key (docs/decisions/record-keys.md)', (_, text) => {
  expect(unwritableInput([{ note: [text] }])).toMatchObject({ errors: [{ elementKey: 'note.0' }] })
  expect(unwritableInput([{ [text]: 1 }])).toMatchObject({ errors: [{ elementKey: '' }] })
})

test('words of people are taken, also about something sealed', () => {
  expect(unwritableInput([{ note: 'The letter was sealed: it came torn. 👍' }])).toBeUndefined()
})
