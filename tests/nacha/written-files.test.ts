import type { NachaFile } from '@dolphin/nacha/nacha-file'
import { serviceClassOf } from '@dolphin/nacha/batch-totals'
import { readFile } from '@dolphin/nacha/testing/read-file'
import { fileChunks, writeFile } from '@dolphin/nacha/write-file'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyNachaFile } from './any-nacha-file.ts'
import { checkAchFile } from './check-ach-file.ts'

const RECORD_LENGTH = 94
const TIME_LIMIT_MS = 120_000

describe('every file that the writer writes', () => {
  const settings = { seed: 94, numRuns: 2_000 }

  test('is accepted by the independent checker and read back equal', { timeout: TIME_LIMIT_MS }, () => {
    fc.assert(
      fc.property(anyNachaFile, (file) => {
        const text = writeFile(file)
        expect(checkAchFile(text)).toEqual([])
        expect(readFile(text)).toEqual({ ok: true, value: file })
      }),
      settings,
    )
  })

  test('is read the same with CR LF, cut blanks, no filler, or no line ends', () => {
    fc.assert(
      fc.property(anyNachaFile, (file) => {
        const text = writeFile(file)
        const lines = text.trimEnd().split('\n')
        const variants = [
          text.replaceAll('\n', '\r\n'),
          text.replaceAll('\n', '\r'),
          lines.map((line) => line.trimEnd()).join('\n'),
          lines.filter((line) => !/^9{94}$/.test(line)).join('\n'),
          lines.map((line) => line.padEnd(RECORD_LENGTH)).join(''),
          `${lines.map((line) => line.padEnd(RECORD_LENGTH)).join('')}\r\n\n`,
        ]
        for (const variant of variants) expect(readFile(variant)).toEqual({ ok: true, value: file })
      }),
      { ...settings, numRuns: 100 },
    )
  })

  test('is the same in pieces, and read the same in pieces of any length', () => {
    fc.assert(
      fc.property(anyNachaFile, fc.integer({ min: 1, max: 200 }), fc.boolean(), (file, length, isWindows) => {
        const streamed = file.batches.map((batch) => ({
          ...batch,
          serviceClass: serviceClassOf(batch.entries),
        }))
        const text = [...fileChunks(file.header, streamed)].join('')
        expect(text).toBe(writeFile(file))
        const sent = isWindows ? text.replaceAll('\n', '\r\n') : text
        expect(readFile(sent, length)).toEqual({ ok: true, value: file })
      }),
      { ...settings, numRuns: 200 },
    )
  })

  test('with one character altered anywhere is refused, or read as exactly what stands there now', {
    timeout: TIME_LIMIT_MS,
  }, () => {
    fc.assert(
      fc.property(anyNachaFile, fc.nat(), fc.integer({ min: 0x20, max: 0x7e }), (file, place, code) => {
        const text = writeFile(file)
        const position = place % text.length
        const altered = text.slice(0, position) + String.fromCharCode(code) + text.slice(position + 1)
        const outcome = readFile(altered)
        if (!outcome.ok) {
          expect(outcome.error.length).toBeGreaterThan(0)
          return
        }
        const money = ({ batches }: NachaFile) =>
          batches.map(({ entries }) => entries.map(({ amount, routingNumber }) => [amount, routingNumber]))
        expect(money(outcome.value)).toEqual(money(file))
        expect(differences(file, outcome.value) <= 1 || writtenAsRead(outcome.value, altered)).toBe(true)
      }),
      { ...settings, numRuns: 4_000 },
    )
  })
})

/** How many single values differ. */
function differences(left: unknown, right: unknown): number {
  if (typeof left !== 'object' || left === null || typeof right !== 'object' || right === null) {
    return left === right ? 0 : 1
  }
  const [one, other] = [new Map(Object.entries(left)), new Map(Object.entries(right))]
  const names = new Set([...one.keys(), ...other.keys()])
  return [...names].reduce((sum, name) => sum + differences(one.get(name), other.get(name)), 0)
}

/** A return code decides how the rest of its record is laid out: what was read is then more than one other value. */
function writtenAsRead(file: NachaFile, text: string): boolean {
  try {
    return writeFile(file) === text
  } catch {
    return false
  }
}
