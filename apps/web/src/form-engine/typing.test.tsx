import fc from 'fast-check'
import { act, useState } from 'react'
import { afterAll, expect, test } from 'vitest'
import { render, unmount } from '../testing/render.tsx'
import { laidOut, type Pattern, patternOf, PHONE_PATTERN } from './mask.ts'
import { MaskedInput } from './masked-input.tsx'

afterAll(unmount)

/** What a person does with a field: moves the caret to a place, then types, pastes, or takes away. */
type Act =
  | { readonly kind: 'type'; readonly at: number; readonly text: string }
  | { readonly kind: 'backward' | 'forward'; readonly at: number }

/** Digits that no phone's country code can be taken for. */
const aDigit = fc.constantFrom('2', '3', '4', '5', '6', '7', '8', '9', '0')
const anAct: fc.Arbitrary<Act> = fc.oneof(
  fc.record({ kind: fc.constant('type' as const), at: fc.nat(14), text: aDigit }),
  fc.record({
    kind: fc.constant('type' as const),
    at: fc.nat(14),
    text: fc
      .array(fc.oneof(aDigit, fc.constantFrom('-', ' ', '.', ')')), { minLength: 1, maxLength: 6 })
      .map((all) => all.join('')),
  }),
  fc.record({ kind: fc.constantFrom('backward' as const, 'forward' as const), at: fc.nat(14) }),
)

const digitsIn = (text: string): string => text.replace(/\D/g, '')

/** The digits and the caret among them as they have to be afterward. */
function modeled(digits: string, ahead: number, act: Act, most: number): { digits: string; ahead: number } {
  if (act.kind === 'type') {
    const added = digitsIn(act.text)
    const next = (digits.slice(0, ahead) + added + digits.slice(ahead)).slice(0, most)
    return { digits: next, ahead: Math.min(ahead + added.length, next.length) }
  }
  const gone = act.kind === 'backward' ? ahead - 1 : ahead
  if (gone < 0 || gone >= digits.length) return { digits, ahead }
  return { digits: digits.slice(0, gone) + digits.slice(gone + 1), ahead: Math.min(ahead, gone) }
}

function Shown({ pattern, seen }: { pattern: Pattern; seen: (digits: string) => void }) {
  const [value, setValue] = useState('')
  return (
    <MaskedInput
      pattern={pattern}
      value={value}
      toText={(digits) => laidOut(pattern, digits)}
      toValue={digitsIn}
      onChange={(digits) => {
        setValue(digits)
        seen(digits)
      }}
    />
  )
}

/** Changes the text as the browser would, and says so as it does. */
async function perform(input: HTMLInputElement, action: Act): Promise<number> {
  const at = Math.min(action.at, input.value.length)
  const ahead = digitsIn(input.value.slice(0, at)).length
  const { value } = input
  const from = action.kind === 'backward' ? Math.max(0, at - 1) : at
  const to = action.kind === 'forward' ? at + 1 : at
  const text = action.kind === 'type' ? action.text : ''
  const inputType = { type: 'insertText', backward: 'deleteContentBackward', forward: 'deleteContentForward' }
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(
      input,
      value.slice(0, from) + text + value.slice(to),
    )
    input.setSelectionRange(from + text.length, from + text.length)
    input.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: inputType[action.kind] }))
  })
  return ahead
}

test.each([
  ['SSN', patternOf('ssn'), 9],
  ['phone', PHONE_PATTERN, 10],
] as const)(
  '%s: whatever is typed, pasted or deleted anywhere, the digits are those typed and the caret stays behind its digit (ux.md)',
  async (_name, pattern, most) => {
    await fc.assert(
      fc.asyncProperty(fc.array(anAct, { minLength: 1, maxLength: 12 }), async (acts) => {
        let kept = ''
        const page = await render(<Shown pattern={pattern} seen={(digits) => (kept = digits)} />)
        const input = page.querySelector('input')!
        let digits = ''
        for (const action of acts) {
          const before = { digits, value: input.value }
          const ahead = await perform(input, action)
          const expected = modeled(before.digits, ahead, action, most)
          digits = expected.digits
          expect(digitsIn(input.value)).toBe(digits)
          expect(kept).toBe(digits)
          expect(input.value).toBe(laidOut(pattern, digits))
          expect(digitsIn(input.value.slice(0, input.selectionStart ?? 0)).length).toBe(expected.ahead)
        }
      }),
      { seed: 1988, numRuns: 60 },
    )
  },
  60_000,
)
