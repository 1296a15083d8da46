import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLogOutput } from './log-output.ts'

const WRITTEN_AFTER_MS = 100
const failure = (code: string) => Object.assign(new Error(code), { code })

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A reader that takes at most this many bytes at a time, and fails with a set system error code while one is set. */
function reader(most = Number.POSITIVE_INFINITY) {
  const taken: Buffer[] = []
  const state: { fails: string | undefined; asked: number } = { fails: undefined, asked: 0 }
  const output = createLogOutput((bytes) => {
    state.asked += 1
    if (state.fails !== undefined) throw failure(state.fails)
    const part = Buffer.from(bytes.subarray(0, most))
    taken.push(part)
    return part.length
  })
  return { output, state, taken, text: () => Buffer.concat(taken).toString() }
}

test('lines are written together, a tenth of a second after the first', () => {
  const { output, taken, text } = reader()
  output.write('one\n')
  vi.advanceTimersByTime(WRITTEN_AFTER_MS - 1)
  output.write('two\n')
  expect(taken).toHaveLength(0)
  vi.advanceTimersByTime(1)
  expect(text()).toBe('one\ntwo\n')
  expect(taken).toHaveLength(1)
})

test('many lines do not wait', () => {
  const { output, text } = reader()
  const line = `${'x'.repeat(99)}\n`
  for (let count = 0; count < 103; count += 1) output.write(line)
  expect(text()).toBe(line.repeat(103))
})

test('what is taken in parts comes whole, in order, and a letter of several bytes with it', () => {
  const { output, text } = reader(3)
  output.write('año ñandú\n')
  output.flushSync()
  expect(text()).toBe('año ñandú\n')
})

test('a reader that has fallen behind blocks no caller, and gets every line in the end', () => {
  const { output, state, text } = reader()
  state.fails = 'EAGAIN'
  output.write('one\n')
  vi.advanceTimersByTime(WRITTEN_AFTER_MS)
  output.write('two\n')
  vi.advanceTimersByTime(WRITTEN_AFTER_MS)
  expect(state.asked).toBe(2)
  state.fails = undefined
  vi.advanceTimersByTime(WRITTEN_AFTER_MS)
  expect(text()).toBe('one\ntwo\n')
})

test('what waits for it has a limit, beyond which lines are lost and counted', () => {
  const { output, state, text } = reader()
  state.fails = 'EAGAIN'
  const line = `${'x'.repeat(1_048_575)}\n`
  for (let count = 0; count < 12; count += 1) output.write(line)
  state.fails = undefined
  vi.advanceTimersByTime(WRITTEN_AFTER_MS)
  output.write('on again\n')
  output.flushSync()
  expect(text()).toBe(
    `${line.repeat(9)}${JSON.stringify({ level: 40, lost: 3, msg: 'lines of the log were lost' })}\non again\n`,
  )
})

test.each(['EPIPE', 'ENOSPC'])('the process ends though %s keeps its lines from being written', (code) => {
  const { output, state } = reader()
  state.fails = code
  output.write('this is never read\n')
  output.end()
  expect(state.asked).toBe(1)
})

test('once there is room again, the log says how many lines were lost meanwhile', () => {
  const { output, state, text } = reader()
  state.fails = 'ENOSPC'
  for (const line of ['one\n', 'two\n']) {
    output.write(line)
    output.flushSync()
  }
  state.fails = undefined
  output.write('three\n')
  output.flushSync()
  expect(text()).toBe('three\n{"level":40,"lost":2,"msg":"lines of the log were lost"}\n')
})

test('lines that a reader left before it was gone are counted as well', () => {
  const { output, state, text } = reader()
  for (const code of ['EAGAIN', 'EPIPE']) {
    state.fails = code
    output.write(`${code}\n`)
    output.flushSync()
  }
  state.fails = undefined
  output.write('three\n')
  output.flushSync()
  expect(text()).toBe('three\n{"level":40,"lost":2,"msg":"lines of the log were lost"}\n')
})

test('the end of the process waits a moment for a reader that has fallen behind, then gives it up', () => {
  const { output, state } = reader()
  state.fails = 'EAGAIN'
  output.write('one\n')
  output.end()
  expect(state.asked).toBe(11)
})
